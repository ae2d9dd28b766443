"""Fogreel's filters beside pomdp_py, hmmlearn, SciPy and numba, on one machine in one run, one thread.

    python3 peers/filter/compare.py

from anywhere does all of it (Python 3.11 or later): it makes a virtual environment in `peers/target/venv` with the versions of
`requirements.txt`, builds `peers/src/bin/filter.rs`, compares the results after each step, and only then measures. It prints tables
for docs/benchmarks.md. Nothing of this is needed by Fogreel, its tests or its continuous integration.

The model is a walker that each step waits or goes to one of its walkable neighbours, all equally likely, and a likelihood per cell
and step. Likelihoods of transitions, which `Posterior` is made for, are not compared: the peers know none.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "target"
ENVIRONMENT = TARGET / "venv"
CASES = TARGET / "filter-cases"
ONE_THREAD = {
    name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
}


def enter_environment():
    """Starts this script again inside its environment, which it makes first if there is none of these versions."""
    python = ENVIRONMENT / "bin" / "python"
    wanted = (HERE / "requirements.txt").read_text()
    installed = ENVIRONMENT / "installed.txt"
    if not installed.exists() or installed.read_text() != wanted:
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "-r", HERE / "requirements.txt"], check=True)
        installed.write_text(wanted)
    os.execve(python, [python, __file__, "--inside"], os.environ | ONE_THREAD)


if __name__ == "__main__" and "--inside" not in sys.argv:
    enter_environment()

import statistics  # noqa: E402
import time  # noqa: E402

import numba  # noqa: E402
import numpy as np  # noqa: E402
import pomdp_py  # noqa: E402
import scipy.sparse  # noqa: E402
from hmmlearn import _hmmc  # noqa: E402

ROUNDS = 15


class Case:
    """What `filter cases` wrote: the board, the likelihoods, and our results."""

    def __init__(self, name):
        def read(end, kind):
            return np.fromfile(CASES / f"{name}.{end}", dtype=kind)

        self.name = name
        self.rows, self.cols, self.steps = map(int, (CASES / f"{name}.shape").read_text().split())
        self.floor = read("floor", np.uint8) > 0
        boards = (self.steps, self.rows * self.cols)
        self.likelihoods = read("likelihoods", "<f8").reshape(boards)
        self.ours = {form: read(form, "<f8").reshape(boards) for form in ("cells", "posterior")}
        accepted = self.floor & (self.likelihoods[0] > 0)
        self.start = accepted / accepted.sum()
        # Peers that enumerate states get the floor alone; walls would only cost them time.
        self.states = np.flatnonzero(self.floor)

    def transitions(self):
        """The walk as (from, to, probability), positions among the floor cells."""
        position = {int(cell): state for state, cell in enumerate(self.states)}
        for cell, state in position.items():
            row, col = divmod(cell, self.cols)
            around = [(row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
            inside = [r * self.cols + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.cols]
            to = [position[cell] for cell in inside if cell in position]
            for other in to:
                yield state, other, 1 / len(to)

    def on_board(self, beliefs):
        """Beliefs over the floor cells, put back onto the board."""
        boards = np.zeros((len(beliefs), self.rows * self.cols))
        boards[:, self.states] = beliefs
        return boards


# Each peer is a class made from a case. `run(results)` takes all steps from the start; into `results`, if given, go the beliefs.


class SciPy:
    """The transposed transition matrix as CSR, times the belief."""

    def __init__(self, case):
        origin, to, probability = map(np.array, zip(*case.transitions()))
        size = (len(case.states), len(case.states))
        self.matrix = scipy.sparse.csr_array((probability, (to, origin)), shape=size)
        self.start = case.start[case.states]
        self.likelihoods = np.ascontiguousarray(case.likelihoods[:, case.states])
        self.case = case

    def run(self, results=None):
        belief, matrix = self.start, self.matrix
        for likelihood in self.likelihoods:
            belief = matrix @ belief
            belief *= likelihood
            belief /= belief.sum()
            if results is not None:
                results.append(self.case.on_board([belief])[0])


class HmmLearn:
    """The compiled forward pass with scaling, one call for all steps; its first frame has no transition, so it says nothing."""

    def __init__(self, case):
        self.matrix = np.zeros((len(case.states), len(case.states)))
        for origin, to, probability in case.transitions():
            self.matrix[origin, to] = probability
        self.start = case.start[case.states]
        likelihoods = case.likelihoods[:, case.states]
        self.frames = np.vstack([np.ones(len(case.states)), likelihoods])
        self.case = case

    def run(self, results=None):
        _, lattice, _ = _hmmc.forward_scaling(self.start, self.matrix, self.frames)
        if results is not None:
            results.extend(self.case.on_board(lattice[1:]))


class HmmLearnLog(HmmLearn):
    """The compiled forward pass in logarithms, the library's default."""

    def __init__(self, case):
        super().__init__(case)
        with np.errstate(divide="ignore"):
            self.frames = np.log(self.frames)

    def run(self, results=None):
        _, lattice = _hmmc.forward_log(self.start, self.matrix, self.frames)
        if results is not None:
            beliefs = np.exp(lattice[1:] - lattice[1:].max(axis=1, keepdims=True))
            results.extend(self.case.on_board(beliefs / beliefs.sum(axis=1, keepdims=True)))


class Walk(pomdp_py.TransitionModel):
    def __init__(self, transitions):
        self.chances = {(origin, to): probability for origin, to, probability in transitions}

    def probability(self, next_state, state, action):
        return self.chances.get((state, next_state), 0.0)


class Told(pomdp_py.ObservationModel):
    """An observation is the list of its likelihoods."""

    def probability(self, observation, next_state, action):
        return observation[next_state]


class PomdpPy:
    """`update_histogram_belief`; states are plain numbers, whose hashing is the fastest there is."""

    def __init__(self, case):
        self.walk, self.told = Walk(case.transitions()), Told()
        self.start = dict(enumerate(case.start[case.states].tolist()))
        self.likelihoods = case.likelihoods[:, case.states].tolist()
        self.case = case

    def run(self, results=None):
        belief = pomdp_py.Histogram(self.start)
        for likelihood in self.likelihoods:
            belief = pomdp_py.update_histogram_belief(belief, None, likelihood, self.told, self.walk)
            if results is not None:
                results.append(self.case.on_board([[belief[state] for state in range(len(self.start))]])[0])


@numba.njit(fastmath=True, boundscheck=False, cache=False)
def numba_step(mass, share, floor, likelihood, shared, out, top, bottom, left, right):
    """One step on boards with an empty border, within the rows and columns given; returns P(evidence)."""
    for row in range(top - 1, bottom + 1):
        for col in range(left - 1, right + 1):
            shared[row, col] = mass[row, col] * share[row, col]
    total = 0.0
    for row in range(top, bottom):
        for col in range(left, right):
            weight = (
                shared[row, col] + shared[row - 1, col] + shared[row + 1, col] + shared[row, col - 1] + shared[row, col + 1]
            ) * (floor[row, col] * likelihood[row - 1, col - 1])
            out[row, col] = weight
            total += weight
    scale = 1.0 / total
    for row in range(top, bottom):
        for col in range(left, right):
            out[row, col] *= scale
    return total


class Numba:
    """A compiled stencil, called from Python once a step, on the whole board."""

    def __init__(self, case):
        def bordered(board):
            return np.pad(board.reshape(case.rows, case.cols).astype(float), 1)

        self.floor = bordered(case.floor)
        neighbours = sum(np.roll(self.floor, shift, axis) for shift in (1, -1) for axis in (0, 1))
        self.share = self.floor / (1 + neighbours)
        self.start = bordered(case.start)
        self.buffers = [np.zeros_like(self.start) for _ in range(3)]
        self.likelihoods = case.likelihoods.reshape(case.steps, case.rows, case.cols)
        self.case = case

    def run(self, results=None):
        mass, out, shared = self.buffers
        mass[:] = self.start
        rows, cols = self.case.rows, self.case.cols
        for likelihood in self.likelihoods:
            numba_step(mass, self.share, self.floor, likelihood, shared, out, 1, rows + 1, 1, cols + 1)
            mass, out = out, mass
            if results is not None:
                results.append(mass[1:-1, 1:-1].ravel().copy())


@numba.njit(fastmath=True, boundscheck=False, cache=False)
def numba_steps(mass, share, floor, likelihoods, shared, out, rows, cols):
    for step in range(likelihoods.shape[0]):
        numba_step(mass, share, floor, likelihoods[step], shared, out, 1, rows + 1, 1, cols + 1)
        mass, out = out, mass


class NumbaAtOnce(Numba):
    """The same stencil without a call from Python at each step: all steps are known beforehand, as an agent's never are."""

    def run(self, results=None):
        if results is not None:
            super().run(results)
        mass, out, shared = self.buffers
        mass[:] = self.start
        numba_steps(mass, self.share, self.floor, self.likelihoods, shared, out, self.case.rows, self.case.cols)
        if results is not None:
            # The last of an even number of steps lies where the first began.
            last = (mass if self.case.steps % 2 == 0 else out)[1:-1, 1:-1].ravel()
            assert np.abs(last - results[-1]).max() <= 1e-12


class NumbaWindow(Numba):
    """One call a step, told by hand which rows and columns the support of the local case can reach."""

    def run(self, results=None):
        # All that the windows ever touch starts anew; the rest of the boards stays 0.
        touched = np.s_[182:242, 280:322]
        mass, out, shared = self.buffers
        for buffer in self.buffers:
            buffer[touched] = 0.0
        mass[touched] = self.start[touched]
        for step, likelihood in enumerate(self.likelihoods):
            top = 191 + step
            numba_step(mass, self.share, self.floor, likelihood, shared, out, top, top + 21, 291, 312)
            mass, out = out, mass
            if results is not None:
                # Rows above the window hold what was there some steps ago; no later step reads them.
                mass[:top] = 0.0
                results.append(mass[1:-1, 1:-1].ravel().copy())


class Ours:
    """The program beside this script: a line asks for passes, a line answers with the seconds of one."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def seconds(self, case, form, passes):
        self.process.stdin.write(f"{case.name} {form} {passes}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def measure(run, passes):
    began = time.perf_counter()
    for _ in range(passes):
        run()
    return (time.perf_counter() - began) / passes


def passes_for(seconds):
    """So many that a measurement takes a tenth of a second."""
    return max(1, round(0.1 / max(seconds, 1e-9)))


def duration(seconds):
    for unit, size in (("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def compare(ours, case, form, peer, label, tolerance):
    """Prints a row of the table: a peer beside ours, in turns, after their results have been found equal."""
    results = []
    peer.run(results)
    difference = np.abs(np.array(results) - case.ours[form]).max()
    if not difference <= tolerance:
        raise SystemExit(f"{case.name}, {label}: results differ by {difference:.2g}, more than {tolerance:g}")
    their_passes, our_passes = passes_for(measure(peer.run, 1)), passes_for(ours.seconds(case, form, 1))
    pairs = []
    for _ in range(ROUNDS):
        pairs.append((ours.seconds(case, form, our_passes) / case.steps, measure(peer.run, their_passes) / case.steps))
    our, their = (statistics.median(side) for side in zip(*pairs))
    ratio = statistics.median(their / our for our, their in pairs)
    print(f"| {case.name} | {label} | {form} | {duration(our)} | {duration(their)} | {ratio:,.2f} | {difference:.1e} |", flush=True)


def main():
    subprocess.run(["cargo", "build", "--release", "--bin", "filter"], cwd=HERE.parent, check=True)
    program = TARGET / "release" / "filter"
    CASES.mkdir(parents=True, exist_ok=True)
    subprocess.run([program, "cases", CASES], check=True)
    ours = Ours(program)
    print("| case | peer | our form | ours, a step | theirs, a step | ratio | largest difference |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    small = Case("small")
    peers = [
        ("pomdp_py", PomdpPy, 1e-12),
        ("hmmlearn, scaling", HmmLearn, 1e-12),
        # exp and log of numbers around a thousand cost it digits.
        ("hmmlearn, log", HmmLearnLog, 1e-9),
        ("SciPy CSR", SciPy, 1e-12),
        ("numba, a call a step", Numba, 1e-12),
        ("numba, one call", NumbaAtOnce, 1e-12),
    ]
    for label, peer, tolerance in peers:
        peer = peer(small)
        for form in ("cells", "posterior"):
            compare(ours, small, form, peer, label, tolerance)
    for name in ("dense", "local"):
        case = Case(name)
        for form in ("cells", "posterior"):
            compare(ours, case, form, Numba(case), "numba, a call a step", 1e-12)
        compare(ours, case, "cells", NumbaAtOnce(case), "numba, one call", 1e-12)
        if name == "local":
            compare(ours, case, "cells", NumbaWindow(case), "numba, windows by hand", 1e-12)
    ours.close()


if __name__ == "__main__":
    main()
