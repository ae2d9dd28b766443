"""A destroyer hunts a submarine by sonar. Run: python submarine.py | fogreel import - --out submarine.fogreel"""
import json, random

ROWS, COLS, RANGE, TURNS = 8, 12, 3, 30
random.seed(4)
cells = [(row, col) for row in range(ROWS) for col in range(COLS)]
around = {(r, c): [(y, x) for y, x in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if (y, x) in cells]
          for r, c in cells}
write = lambda kind, **fields: print(json.dumps({"type": kind, **fields}))
far = lambda one, other: abs(one[0] - other[0]) + abs(one[1] - other[1])

write("header", game="submarine", title="Submarine", board={"size": {"rows": ROWS, "cols": COLS}}, max_turns=TURNS,
      seats=[{"id": "destroyer", "agent": "greedy"}, {"id": "submarine", "agent": "drift"}],
      piece_kinds=[{"id": "destroyer", "shape": "square"}, {"id": "submarine"}], targets=[{"id": "submarine"}],
      channels=[{"id": "sonar", "hatch": "rising"}], event_kinds=[{"id": "ping", "tone": "warning"}])

ship, boat, belief = (0, 0), random.choice(cells), {cell: 1 / len(cells) for cell in cells}
for turn in range(TURNS + 1):
    actions = []
    if turn > 0:  # The destroyer sails towards the likeliest cell, the submarine drifts, the belief spreads with it.
        likeliest = max(cells, key=belief.get)
        ship = min(around[ship], key=lambda cell: far(cell, likeliest))
        boat = random.choice(around[boat])
        actions = [{"seat": 0, "action": "%d,%d" % ship}, {"seat": 1, "action": "%d,%d" % boat}]
        belief = {cell: sum(belief[near] / len(around[near]) for near in around[cell]) for cell in cells}
    covered = [cell for cell in cells if far(cell, ship) <= RANGE]  # Sonar tells whether, not where.
    hit, caught = boat in covered, boat == ship
    belief = {cell: p * ((cell in covered) == hit) * ((cell == ship) == caught) for cell, p in belief.items()}
    belief = {cell: p / sum(belief.values()) for cell, p in belief.items()}
    pieces = [{"kind": 0, "cell": ship}, {"kind": 1, "cell": boat}]
    signals = [{"channel": 0, "outcome": "hit" if hit else "miss", "coverage": covered}]
    write("record", actions=actions, to_act=[] if caught or turn == TURNS else [0, 1], truth={"pieces": pieces},
          events=[{"kind": 0, "audience": [0]}] if hit else [],
          views=[{"seat": 0, "visible": [ship], "pieces": [{"piece": pieces[0]}], "signals": signals}],
          beliefs=[{"key": "destroyer/submarine@agent", "values": [belief[cell] for cell in cells]}])
    if caught:
        break
write("end", outcome={"winners": [0 if caught else 1], "reason": "caught" if caught else "turn_limit"})
