#!/usr/bin/env python3
"""A reader of `.fogreel` files in plain Python, written from docs/format.md alone.

It proves that the page is enough: the tests compare what it prints with `fogreel dump`, line by line. It checks everything
that the page asks of a strict reader, every CRC and every INDEX among it, and stops at the first error with exit code 1.

    python fogreel_reader.py FILE [--read strict|tail] [--what dump|notes] [--line N]

Needs the package `zstandard`. Section numbers in the comments are those of docs/format.md.
"""

import argparse
import json
import math
import struct
import sys
import zlib

import zstandard

MAGIC = b"\xf7FOG\r\n\x1a\n"
SYNC = b"\xf6\x9d\xc3\xae"
HEADER, RECORD, CHUNK, INDEX, NOTE, BRANCH, END, GAP = range(1, 9)
KIBI, MEBI = 1 << 10, 1 << 20
LARGEST_BODY = {HEADER: 8 * MEBI, NOTE: MEBI, BRANCH: MEBI, GAP: 0}
MAX_CELLS, MAX_SEATS, MAX_LIST = 1 << 20, 64, 65535
MAX_RECORDS, MAX_GAPS, MAX_CHUNK_RECORDS, MAX_BRANCHES = 1 << 24, 1 << 20, 1024, 1024
MAX_GRIDS = 64 * MEBI


class Damage(Exception):
    """What the file holds is not what the format asks for."""


class Refused(Exception):
    """The file is of a kind that this reader does not know, and must not guess."""


def check(holds, what):
    if not holds:
        raise Damage(what)


# Section 5: fields

class Fields:
    """Reads the fields of a body one after another."""

    def __init__(self, data, blocks=None):
        self.data, self.at = data, 0
        # The blocks of the chunk so far, as (type, elements); none outside chunks.
        self.blocks = blocks
        self.grids = 0

    def take(self, count):
        check(count <= len(self.data) - self.at, "a body ends too early")
        self.at += count
        return self.data[self.at - count:self.at]

    def end(self):
        check(self.at == len(self.data), "bytes are left behind a body")

    def fixed(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]

    def varint(self, width):
        first = self.fixed("B")
        if first <= 250:
            return first
        size = {251: 2, 252: 4, 253: 8}.get(first)
        check(size is not None and size <= width, "a varint with a wrong marker")
        return int.from_bytes(self.take(size), "little")

    def u8(self):
        return self.fixed("B")

    def u16(self):
        return self.varint(2)

    def u32(self):
        return self.varint(4)

    def u64(self):
        return self.varint(8)

    def zigzag(self, width):
        value = self.varint(width)
        return value // 2 if value % 2 == 0 else -(value // 2) - 1

    def i32(self):
        return self.zigzag(4)

    def i64(self):
        return self.zigzag(8)

    def f32(self):
        return self.fixed("f")

    def f64(self):
        return self.fixed("d")

    def bool(self):
        value = self.u8()
        check(value <= 1, "a bool that is neither 0 nor 1")
        return value == 1

    def char(self):
        first = self.data[self.at] if self.at < len(self.data) else 0
        size = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        return decode_text(self.take(size))

    def bytes(self):
        return self.take(self.u64())

    def text(self):
        return decode_text(self.bytes())

    def list(self, read, most=None):
        count = self.u64()
        check(count <= len(self.data) - self.at, "a list longer than its body")
        check(most is None or count <= most, "a list beyond the limit")
        return [read(self) for _ in range(count)]

    def optional(self, read):
        return read(self) if self.bool() else None

    def enum(self, *names):
        variant = self.u32()
        check(variant < len(names), "an unknown variant")
        return names[variant]

    def seats(self):
        """A set of seats, as the list of its members."""
        bits = self.u64()
        return [seat for seat in range(64) if bits >> seat & 1]

    def grid(self, count, kind):
        """A grid of `count` elements of type "bits", "u8", "u32" or "f64", as unsigned integers of their bits."""
        encoding, data = self.u8(), Fields(self.bytes())
        self.grids += 8 * -(-count // 64) if kind == "bits" else count * WIDTH[kind]
        check(self.grids <= MAX_GRIDS, "grids beyond the limit")
        layout, shuffled, delta = encoding & 3, bool(encoding & 4), bool(encoding & 8)
        check(encoding < 16 and layout < 3, "an unknown encoding of a grid")
        check(self.blocks is not None or encoding < 3, "an encoding that only chunks may have")
        base = None
        if delta:
            distance = data.u64()
            check(1 <= distance <= len(self.blocks), "a grid refers to a block before its chunk")
            base_kind, base = self.blocks[-distance]
            check(base_kind == kind and len(base) == count, "a grid refers to one of another type or size")
        values = grid_elements(data, count, kind, layout, shuffled)
        data.end()
        if delta:
            values = [a ^ b for a, b in zip(values, base)]
        if self.blocks is not None:
            self.blocks.append((kind, values))
        return values

    def bits(self, rows, cols):
        """A grid of bits, as the cells that are set."""
        cells = [divmod(i, cols) for i, bit in enumerate(self.grid(rows * cols, "bits")) if bit]
        return {"rows": rows, "cols": cols, "cells": [list(cell) for cell in cells]}


WIDTH = {"bits": 1, "u8": 1, "u32": 4, "f64": 8}


def decode_text(data):
    try:
        return bytes(data).decode("utf-8")
    except UnicodeDecodeError:
        raise Damage("text that is not UTF-8") from None


def mask_bits(data, count):
    packed = data.take(-(-count // 8))
    bits = [packed[i >> 3] >> (i & 7) & 1 for i in range(count)]
    check(sum(bits) == sum(byte.bit_count() for byte in packed), "a bit is set behind the last element")
    return bits


def stored_elements(data, count, kind, shuffled):
    width = WIDTH[kind]
    packed = data.take(count * width)
    if shuffled:
        packed = bytes(packed[plane * count + i] for i in range(count) for plane in range(width))
    return list(struct.unpack(f"<{count}{ {1: 'B', 4: 'I', 8: 'Q'}[width] }", packed))


def grid_elements(data, count, kind, layout, shuffled):
    check(kind != "bits" or (layout != 2 and not shuffled), "bits are neither masked nor shuffled")
    if layout == 0:
        return mask_bits(data, count) if kind == "bits" else stored_elements(data, count, kind, shuffled)
    if layout == 2:
        mask = mask_bits(data, count)
        stored = iter(stored_elements(data, sum(mask), kind, shuffled))
        return [next(stored) if bit else 0 for bit in mask]
    number = data.u64()
    check(number <= count, "a sparse grid with too many elements")
    places, next_place = [], 0
    for _ in range(number):
        places.append(next_place + data.u64())
        next_place = places[-1] + 1
    check(next_place <= count, "a sparse grid runs over its end")
    values = [0] * count
    stored = [1] * number if kind == "bits" else stored_elements(data, number, kind, shuffled)
    for place, value in zip(places, stored):
        values[place] = value
    return values


# Section 6: HEADER

def setting(f):
    return {"name": f.text(), "value": f.text()}


def color(f):
    return "#%02x%02x%02x" % (f.u8(), f.u8(), f.u8())


def cell(f):
    return [f.u16(), f.u16()]


def edge(f):
    return {"cell": cell(f), "side": f.enum("up", "down", "left", "right")}


def size(f):
    rows, cols = f.u16(), f.u16()
    check(1 <= rows * cols <= MAX_CELLS, "a board or frame without cells, or with too many")
    return {"rows": rows, "cols": cols}


def tone(f):
    return f.enum("neutral", "good", "bad", "warning")


def terrain_kind(f):
    return {"id": f.text(), "glyph": f.char(), "passable": f.bool(), "opaque": f.bool(), "color": f.optional(color)}


def board(f):
    extent = size(f)
    return {
        "size": extent,
        "neighbourhood": f.enum("four", "eight"),
        "wrap": f.bool(),
        "terrain": f.grid(extent["rows"] * extent["cols"], "u8"),
        "legend": f.list(terrain_kind, 255),
        "walls": f.list(edge),
    }


def seat_info(f):
    return {
        "id": f.text(),
        "name": f.text(),
        "role": f.text(),
        "agent": f.optional(Fields.text),
        "agent_version": f.optional(Fields.u32),
        "settings": f.list(setting),
        "reads_privileged": f.bool(),
        "color": color(f),
    }


SHAPES = ["circle", "square", "triangle", "diamond", "star", "cross", "hexagon", "flag", "door"]
HATCHES = ["none", "rising", "falling", "horizontal", "vertical", "crossed", "dots"]


def piece_kind(f):
    return {
        "id": f.text(),
        "name": f.text(),
        "glyph": f.char(),
        "shape": f.enum(*SHAPES),
        "color": color(f),
        "seat": f.optional(Fields.u8),
    }


def belief_target(f):
    target = {"id": f.text(), "name": f.text(), "domain": f.enum("cells", "edges", "labels")}
    if target["domain"] == "labels":
        target["domain"] = {"labels": f.list(Fields.text, 1 << 20)}
    target["piece_kind"] = f.optional(Fields.u16)
    return target


def channel(f):
    return {
        "id": f.text(),
        "name": f.text(),
        "color": color(f),
        "hatch": f.enum(*HATCHES),
        "glyph": f.char(),
        "privileged": f.bool(),
    }


def event_kind(f):
    return {"id": f.text(), "name": f.text(), "glyph": f.char(), "tone": tone(f)}


def fact_definition(f):
    return {"id": f.text(), "label": f.text(), "unit": f.text(), "tone": tone(f)}


def message_template(f):
    return {"id": f.text(), "text": f.text()}


def header_body(f):
    header = {
        "game": f.text(),
        "title": f.text(),
        "rules_version": f.u32(),
        "preset": f.text(),
        "knobs": f.list(setting),
        "map": f.text(),
        "setup": f.list(setting),
        "seed": f.optional(Fields.u64),
        "board": board(f),
        "seats": f.list(seat_info, MAX_SEATS),
        "piece_kinds": f.list(piece_kind, MAX_LIST),
        "targets": f.list(belief_target, MAX_LIST),
        "channels": f.list(channel, MAX_LIST),
        "event_kinds": f.list(event_kind, MAX_LIST),
        "facts": f.list(fact_definition, MAX_LIST),
        "messages": f.list(message_template, MAX_LIST),
        "max_turns": f.optional(Fields.u32),
        "keep": f.enum("full", "views", "moves"),
        "writer": f.text(),
        "created_unix_ms": f.optional(Fields.u64),
        "tags": f.list(setting),
    }
    f.end()
    extent, legend = header["board"]["size"], header["board"]["legend"]
    check(all(kind < len(legend) for kind in header["board"]["terrain"]), "terrain that the legend does not have")
    check_edges(header["board"]["walls"], extent)
    for kind in header["piece_kinds"]:
        check(kind["seat"] is None or kind["seat"] < len(header["seats"]), "a piece kind of a seat that is not there")
    for target in header["targets"]:
        kind = target["piece_kind"]
        check(kind is None or kind < len(header["piece_kinds"]), "a target about a piece kind that is not there")
    return header


# Section 7: RECORD

def candidate(f):
    return {"action": f.text(), "score": f.f64()}


def action_taken(f):
    return {"seat": f.u8(), "action": f.text()}


def decision(f):
    return {
        "seat": f.u8(),
        "branch": f.text(),
        "candidates": f.list(candidate),
        "nodes": f.optional(Fields.u64),
        "depth": f.optional(Fields.u32),
        "belief_floor": f.optional(Fields.f64),
    }


def draw(f):
    return {"stream": f.text(), "index": f.u64(), "outcome": f.text(), "probability": f.optional(Fields.f64)}


def event(f):
    return {"kind": f.u16(), "cells": f.list(cell), "audience": f.seats()}


def piece(f):
    facing = lambda f: f.enum("up", "down", "left", "right")
    return {"kind": f.u16(), "cell": cell(f), "facing": f.optional(facing), "label": f.text()}


def truth_body(f):
    return {
        "pieces": f.list(piece, 65536),
        "terrain": f.list(lambda f: [cell(f), f.u8()]),
        "walls": f.optional(lambda f: f.list(edge)),
    }


def signal(f):
    kind, outcome = f.u16(), f.enum("hit", "miss", "unavailable")
    extent = size(f)
    return {
        "channel": kind,
        "outcome": outcome,
        "coverage": f.bits(extent["rows"], extent["cols"]),
        "cells": f.list(cell),
    }


def value(f):
    name = f.enum("flag", "integer", "number", "ratio", "cell", "text")
    read = {
        "flag": Fields.bool,
        "integer": Fields.i64,
        "number": Fields.f64,
        "ratio": lambda f: [f.u32(), f.u32()],
        "cell": cell,
        "text": Fields.text,
    }[name]
    return {name: read(f)}


def view(f):
    seat, extent = f.u8(), size(f)
    cells = extent["rows"] * extent["cols"]
    return {
        "seat": seat,
        "frame": {"size": extent, "offset": f.optional(lambda f: [f.i32(), f.i32()])},
        "terrain": f.optional(lambda f: f.grid(cells, "u8")),
        "edges": f.list(lambda f: {"edge": edge(f), "open": f.bool()}),
        "visible": f.bits(extent["rows"], extent["cols"]),
        "last_seen": f.grid(cells, "u32"),
        "pieces": f.list(lambda f: {"piece": piece(f), "seen_at": f.u32()}, 65536),
        "signals": f.list(signal),
        "facts": f.list(lambda f: {"fact": f.u16(), "value": value(f)}),
        "messages": f.list(lambda f: {"template": f.u16(), "arguments": f.list(value)}),
    }


def quality(f):
    name = f.enum("exact", "approximate", "lossy")
    return {"approximate": {"method": f.text(), "n": f.u64()}} if name == "approximate" else name


def belief(f, header):
    owner, target, source = f.u8(), f.u16(), f.text()
    check(owner < len(header["seats"]) and target < len(header["targets"]), "a belief of or about nothing")
    result = {
        "owner": owner,
        "target": target,
        "source": source,
        "key": f"{header['seats'][owner]['id']}/{header['targets'][target]['id']}@{source}",
        "quality": quality(f),
        "kind": f.enum("categorical", "count", "bernoulli"),
    }
    elements = f.u32()
    bits = f.grid(elements, "f64")
    result["values"] = list(struct.unpack(f"<{elements}d", struct.pack(f"<{elements}Q", *bits)))
    return result


def record_body(f, header):
    record = {
        "index": f.u32(),
        "turn": f.u32(),
        "round": f.u32(),
        "actions": f.list(action_taken),
        "decisions": f.list(decision),
        "chance": f.list(draw),
        "events": f.list(event),
        "truth": f.optional(truth_body),
        "views": f.list(view, 64),
        "privileged": f.list(lambda f: {"seat": f.u8(), "signal": signal(f)}),
        "beliefs": f.list(lambda f: belief(f, header)),
        "to_act": f.seats(),
        "state_hash": f.optional(lambda f: f"{f.u64():016x}"),
    }
    f.end()
    check_record(record, header)
    return record


# Section 7: meaning

def inside(place, extent):
    return place[0] < extent["rows"] and place[1] < extent["cols"]


def check_cells(cells, extent):
    check(all(inside(place, extent) for place in cells), "a cell beyond its board or frame")


def check_edges(edges, extent):
    for wall in edges:
        check(wall["side"] in ("down", "right"), "an edge with a side that does not occur")
    check_cells([wall["cell"] for wall in edges], extent)


def check_pieces(pieces, header, extent):
    check(all(one["kind"] < len(header["piece_kinds"]) for one in pieces), "a piece of an unknown kind")
    check_cells([one["cell"] for one in pieces], extent)


def check_signal(one, header, extents):
    check(one["channel"] < len(header["channels"]), "a signal of an unknown channel")
    extent = {name: one["coverage"][name] for name in ("rows", "cols")}
    check(extent in extents, "coverage of another size than its frame")
    check_cells(one["cells"], extent)


def finite(number):
    return number is None or (math.isfinite(number) and number >= 0)


def inner_edges(extent):
    rows, cols = extent["rows"], extent["cols"]
    return rows * (cols - 1) + (rows - 1) * cols


def check_record(record, header):
    extent, legend, seats = header["board"]["size"], header["board"]["legend"], len(header["seats"])
    actors = [one["seat"] for name in ("actions", "decisions", "views", "privileged") for one in record[name]]
    actors += record["to_act"] + [seat for one in record["events"] for seat in one["audience"]]
    check(all(seat < seats for seat in actors), "a seat that is not there")
    check(all(finite(one["probability"]) for one in record["chance"]), "a probability that is none")
    for one in record["events"]:
        check(one["kind"] < len(header["event_kinds"]), "an event of an unknown kind")
        check_cells(one["cells"], extent)
    if record["truth"]:
        truth = record["truth"]
        check_pieces(truth["pieces"], header, extent)
        check_cells([place for place, _ in truth["terrain"]], extent)
        check(all(kind < len(legend) for _, kind in truth["terrain"]), "terrain that the legend does not have")
        check_edges(truth["walls"] or [], extent)
    frames = {}
    for one in record["views"]:
        size_of_view = frames[one["seat"]] = one["frame"]["size"]
        check(all(kind < len(legend) or kind == 255 for kind in one["terrain"] or []), "unknown terrain")
        check_edges([known["edge"] for known in one["edges"]], size_of_view)
        check_pieces([known["piece"] for known in one["pieces"]], header, size_of_view)
        for sensed in one["signals"]:
            check_signal(sensed, header, [size_of_view])
        check(all(fact["fact"] < len(header["facts"]) for fact in one["facts"]), "an unknown fact")
        check(all(told["template"] < len(header["messages"]) for told in one["messages"]), "an unknown message")
    for one in record["privileged"]:
        check_signal(one["signal"], header, [extent, frames.get(one["seat"], extent)])
    for one in record["beliefs"]:
        domain, frame = header["targets"][one["target"]]["domain"], frames.get(one["owner"], extent)
        if domain == "cells":
            allowed = [frame["rows"] * frame["cols"]]
        elif domain == "edges":
            allowed = [inner_edges(frame)] + [2 * frame["rows"] * frame["cols"]] * header["board"]["wrap"]
        else:
            allowed = [len(domain["labels"])]
        check(len(one["values"]) in allowed, "a belief with another number of values than its domain")
        check(all(finite(number) for number in one["values"]), "a belief with a value that is no probability")


# Sections 10 to 13: END, BRANCH, NOTE, INDEX

def end_body(f):
    end = {
        "outcome": {"winners": f.seats(), "reason": f.text(), "text": f.text(), "scores": f.list(Fields.f64)},
        "turns": f.u32(),
        "records": f.u32(),
    }
    f.end()
    return end


def branch_body(f):
    branch = {"parent": f.u32(), "record": f.u32(), "name": f.text()}
    f.end()
    return branch


def note_id(f):
    return f"{f.u64():016x}"


def note_body(f):
    if f.enum("put", "delete") == "delete":
        change = {"delete": note_id(f)}
    else:
        change = {"id": note_id(f), "line": f.u32(), "record": f.u32(), "cell": f.optional(cell)}
        seat = f.u8() if f.enum("referee", "seat") == "seat" else None
        change["viewpoint"] = "referee" if seat is None else {"seat": seat}
        change.update(author=f.optional(Fields.text), text=f.text(), created_unix_ms=f.optional(Fields.u64))
    f.end()
    return change


def index_body(f):
    entry_belief = lambda f: (f.u16(), f.optional(Fields.f32), f.f32(), f.optional(Fields.f32))
    entry = lambda f: (f.u32(), f.u32(), f.u64(), f.u32(), f.u64(), f.list(entry_belief))
    index = {
        "offset": f.u64(),
        "previous": f.optional(Fields.u64),
        "nonce": f.u64(),
        "header_crc": f.u32(),
        "header": f.bytes(),
        "keys": f.list(lambda f: (f.u8(), f.u16(), f.text())),
        "entries": f.list(entry),
        "ends": f.list(lambda f: (f.u32(), f.u64())),
        "marks": f.list(Fields.u64),
    }
    f.end()
    return index


def rounded(number):
    """To f32, where what is above 0 stays above 0 and nothing becomes infinite."""
    largest = struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]
    if number >= largest:
        return largest
    near = struct.unpack("<f", struct.pack("<f", number))[0]
    return struct.unpack("<f", b"\x01\0\0\0")[0] if near == 0 and number > 0 else near


def true_element(record, header, one):
    """The element of a belief over cells at which the truth is, where the record tells it."""
    target = header["targets"][one["target"]]
    if one["kind"] != "categorical" or target["domain"] != "cells" or not record["truth"]:
        return None
    places = [there["cell"] for there in record["truth"]["pieces"] if there["kind"] == target["piece_kind"]]
    if len(places) != 1:
        return None
    extent, offset = header["board"]["size"], [0, 0]
    for known in record["views"]:
        if known["seat"] == one["owner"]:
            extent, offset = known["frame"]["size"], known["frame"]["offset"]
    if offset is None:
        return None
    row, column = places[0][0] - offset[0], places[0][1] - offset[1]
    if not (0 <= row < extent["rows"] and 0 <= column < extent["cols"]):
        return None
    return row * extent["cols"] + column


def check_entry(entry, keys, record, header):
    _, _, _, turn, events, beliefs = entry
    check(turn == record["turn"], "an index tells another turn")
    mask = 0
    for one in record["events"]:
        mask |= 1 << min(one["kind"], 63)
    check(events == mask, "an index tells other events")
    check(len(beliefs) == len(record["beliefs"]), "an index tells other beliefs")
    for (key, entropy, maximum, truth), one in zip(beliefs, record["beliefs"]):
        check(keys[key] == (one["owner"], one["target"], one["source"]), "an index tells another belief")
        check(maximum == rounded(max(one["values"], default=0.0)), "an index tells another maximum")
        place = true_element(record, header, one)
        check(truth == (None if place is None else rounded(one["values"][place])), "an index tells another truth")
        total = math.fsum(one["values"]) if one["kind"] == "categorical" else 0.0
        if total == 0.0 or math.isinf(total):
            check(entropy is None or total != 0.0, "an index tells an entropy where there is none")
        else:
            shares = [share / total for share in one["values"] if share > 0]
            bits = -math.fsum(share * math.log2(share) for share in shares if share > 0)
            check(entropy is not None and math.isclose(entropy, bits, rel_tol=1e-5, abs_tol=1e-5), "another entropy")


# Sections 3, 4 and 15: the file

class Frame:
    def __init__(self, data, offset, seed):
        header = data[offset:offset + 40]
        check(len(header) == 40, "a frame header is cut")
        check(header[:4] == SYNC, "no sync word where a frame begins")
        self.offset = offset
        (self.kind, self.flags, self.codec, self.schema, self.line, self.sequence, self.first, self.count,
         self.stored_length, self.raw_length, stored_crc, header_crc) = struct.unpack("<4x4B8I", header)
        check(zlib.crc32(header[:36], seed) == header_crc, "a frame header with a wrong CRC")
        largest = LARGEST_BODY.get(self.kind, 64 * MEBI)
        if self.kind == CHUNK and self.count != 1:
            largest = 4 * MEBI
        check(max(self.stored_length, self.raw_length) <= largest, "a body beyond the limit")
        check(self.kind != CHUNK or self.count <= MAX_CHUNK_RECORDS, "a chunk with too many records")
        grew = self.stored_length != self.raw_length if self.codec == 0 else self.stored_length > self.raw_length
        check(not grew, "a body with two lengths that do not agree")
        self.end = offset + 40 + self.stored_length
        check(self.end <= len(data), "a body is cut")
        self.stored = data[offset + 40:self.end]
        check(zlib.crc32(self.stored) == stored_crc, "a body with a wrong CRC")

    def known(self):
        """Whether this reader knows the frame; an unknown one that is critical is an error."""
        if HEADER <= self.kind <= GAP and self.schema == 1 and self.codec <= 1:
            return True
        if self.flags & 1:
            raise Refused(f"a critical frame at byte {self.offset} that this reader does not know")
        return False

    def body(self):
        if self.codec == 0:
            return self.stored
        try:
            announced = zstandard.frame_content_size(self.stored)
            check(announced == self.raw_length, "zstd announces another length")
            engine = zstandard.ZstdDecompressor().decompressobj()
            raw = engine.decompress(self.stored) + engine.flush()
        except zstandard.ZstdError as error:
            raise Damage(f"zstd: {error}") from None
        check(engine.eof and not engine.unused_data and len(raw) == self.raw_length, "a body of another length")
        return raw


class Recording:
    """Everything in a file, read in order."""

    def __init__(self, data, tail=False):
        self.data = data
        self.header = None
        # Per line: BRANCH, records by number, the numbers of the first one and of the one that comes next, END.
        self.branches, self.records, self.first, self.next, self.ends = {}, {0: {}}, {0: 0}, {0: 0}, {}
        self.notes, self.lost = {}, 0
        # What the next INDEX must say.
        self.entries, self.marks, self.end_offsets, self.last_index = [], [], [], None
        self.indexed, self.listed = [], 0
        self.read_preamble()
        self.read_frames(tail)
        self.walk_indexes()

    def read_preamble(self):
        check(len(self.data) >= 24, "a preamble is cut")
        check(self.data[:8] == MAGIC, "not a .fogreel file")
        check(zlib.crc32(self.data[:20]) == struct.unpack("<I", self.data[20:24])[0], "a preamble with a wrong CRC")
        major = struct.unpack("<H", self.data[8:10])[0]
        if major != 1:
            raise Refused(f"format {major} is not known to this reader of format 1")
        self.nonce = struct.unpack("<Q", self.data[12:20])[0]
        self.seed = zlib.crc32(self.data[12:20])

    def read_frames(self, tail):
        offset, sequence = 24, 0
        while offset < len(self.data):
            try:
                frame = Frame(self.data, offset, self.seed)
            except Damage:
                if tail and self.header and not self.good_frame_behind(offset):
                    return
                raise
            check(frame.sequence == sequence, "a sequence number that is not one above the last")
            self.take(frame)
            offset, sequence = frame.end, sequence + 1
        check(self.header is not None, "a file without HEADER")

    def good_frame_behind(self, offset):
        while (offset := self.data.find(SYNC, offset + 1)) >= 0:
            try:
                Frame(self.data, offset, self.seed)
                return True
            except Damage:
                pass
        return False

    def take(self, frame):
        if not frame.known():
            return
        check((frame.kind == HEADER) == (self.header is None), "HEADER is not first, or comes twice")
        check((frame.flags & 1) == (frame.kind not in (INDEX, NOTE, BRANCH)), "a frame that is critical should not be, or is not")
        if frame.kind == HEADER:
            check(frame.line == 0 and frame.first == 0 and frame.count == 0, "a HEADER with numbers")
            self.raw_header = frame.body()
            self.header = header_body(Fields(self.raw_header))
        elif frame.kind in (RECORD, CHUNK, GAP):
            self.take_records(frame)
        elif frame.kind == END:
            self.take_end(frame)
        elif frame.kind == BRANCH:
            self.take_branch(frame)
        elif frame.kind == NOTE:
            self.take_note(frame)
        elif frame.kind == INDEX:
            self.take_index(frame)

    def take_records(self, frame):
        line = frame.line
        check(line in self.records, "records of a line that is not there")
        check(line not in self.ends, "records behind the END of their line")
        check(frame.first == self.next[line], "records that do not follow those before them")
        check(frame.count >= 1 and frame.first + frame.count <= MAX_RECORDS, "a wrong number of records")
        raw, bodies, blocks = frame.body(), [], None
        if frame.kind == GAP:
            self.lost += frame.count
            check(self.lost <= MAX_GAPS, "too many records lost")
            for number in range(frame.first, frame.first + frame.count):
                self.entries.append((line, number, (1 << 64) - 1))
        elif frame.kind == RECORD:
            check(frame.count == 1, "a RECORD frame with another number of records than 1")
            bodies = [raw]
        else:
            fields, blocks = Fields(raw), []
            bodies = fields.list(Fields.bytes)
            fields.end()
            check(len(bodies) == frame.count, "a chunk with another number of records than it says")
        grids = 0
        for number, body in enumerate(bodies, frame.first):
            fields = Fields(body, blocks)
            fields.grids = grids
            record = record_body(fields, self.header)
            grids = fields.grids
            check(record["index"] == number, "a record with another number than its frame says")
            self.records[line][number] = record
            self.entries.append((line, number, frame.offset))
        self.next[line] += frame.count

    def take_end(self, frame):
        line = frame.line
        check(line in self.records, "the END of a line that is not there")
        check(line not in self.ends, "a second END")
        end = end_body(Fields(frame.body()))
        check(frame.count == end["records"] == self.next[line], "an END that counts other records")
        check(frame.first == 0, "an END with a first record")
        check(all(seat < len(self.header["seats"]) for seat in end["outcome"]["winners"]), "a winner that is not there")
        self.ends[line] = end
        self.end_offsets.append((line, frame.offset))

    def take_branch(self, frame):
        branch = branch_body(Fields(frame.body()))
        parent, record = branch["parent"], branch["record"]
        check(frame.line > max(self.records), "a branch with a line that is not above those before it")
        check(len(self.branches) < MAX_BRANCHES, "too many branches")
        check(parent in self.records, "a branch that leaves a line that is not there")
        check(self.first[parent] <= record < self.next[parent], "a branch that leaves a record that is not there")
        check((frame.first, frame.count) == (record + 1, 0), "a BRANCH with other numbers")
        self.branches[frame.line] = {"line": frame.line, **branch}
        self.records[frame.line], self.first[frame.line], self.next[frame.line] = {}, record + 1, record + 1
        self.marks.append(frame.offset)

    def take_note(self, frame):
        check((frame.line, frame.first, frame.count) == (0, 0, 0), "a NOTE with numbers")
        change = note_body(Fields(frame.body()))
        self.marks.append(frame.offset)
        if "delete" in change:
            self.notes.pop(change["delete"], None)
        else:
            if change["viewpoint"] != "referee":
                check(change["viewpoint"]["seat"] < len(self.header["seats"]), "a note from a seat that is not there")
            elif change["cell"]:
                check_cells([change["cell"]], self.header["board"]["size"])
            self.notes[change["id"]] = change

    def take_index(self, frame):
        check(frame.line == 0, "an INDEX with a line")
        index = index_body(Fields(frame.body()))
        check(index["offset"] == frame.offset, "an INDEX that was moved")
        check(index["previous"] == self.last_index, "an INDEX with another one before it")
        check(index["nonce"] == self.nonce and index["header"] == self.raw_header, "an INDEX of another file")
        check(zlib.crc32(index["header"]) == index["header_crc"], "an INDEX with a wrong CRC of the HEADER")
        entries, marks = len(index["entries"]), len(index["marks"])
        check([entry[:3] for entry in index["entries"]] == self.entries[:entries], "an INDEX that lists other records")
        of_match = [entry for entry in index["entries"] if entry[0] == 0]
        check((frame.first, frame.count) == (self.listed, len(of_match)), "an INDEX with other numbers")
        check(index["ends"] == self.end_offsets, "an INDEX without an END")
        check(index["marks"] == self.marks[:marks], "an INDEX that lists other notes or branches")
        for entry in index["entries"]:
            if entry[2] == (1 << 64) - 1:
                check(entry[3:] == (0, 0, []), "an INDEX that tells of a lost record")
            else:
                check_entry(entry, index["keys"], self.records[entry[0]][entry[1]], self.header)
        self.indexed.append((frame.offset, index["entries"]))
        self.entries, self.marks, self.last_index = self.entries[entries:], self.marks[marks:], frame.offset
        self.listed += len(of_match)

    def walk_indexes(self):
        """Goes through the chain of INDEX frames from the last one, as a reader that opens a large file does."""
        offset, entries = self.last_index, []
        while offset is not None:
            frame = Frame(self.data, offset, self.seed)
            check(frame.kind == INDEX, "the chain of INDEX frames is broken")
            index = index_body(Fields(frame.body()))
            entries = index["entries"] + entries
            check(index["previous"] is None or index["previous"] < offset, "the chain of INDEX frames goes forward")
            offset = index["previous"]
        check(entries == [entry for _, list in self.indexed for entry in list], "the chain of INDEX frames is not whole")


# docs/cli-json.md

def for_json(what):
    """JSON has no number that is not finite: a text stands for it."""
    if isinstance(what, float):
        return what if math.isfinite(what) else str(what)
    if isinstance(what, dict):
        return {name: for_json(part) for name, part in what.items()}
    return [for_json(part) for part in what] if isinstance(what, list) else what


def dump(recording, line):
    yield {"type": "header", **recording.header}
    if line in recording.branches:
        yield {"type": "branch", **recording.branches[line]}
    for _, record in sorted(recording.records[line].items()):
        hidden = ("owner", "target", "source")
        beliefs = [{k: v for k, v in one.items() if k not in hidden} for one in record["beliefs"]]
        yield {"type": "record", **record, "beliefs": beliefs}
    if line in recording.ends:
        yield {"type": "end", **recording.ends[line]}
    for note in in_order(recording.notes):
        if note["line"] == line:
            yield {"type": "note", **note}


def in_order(notes):
    return sorted(notes.values(), key=lambda note: (note["line"], note["record"], note["id"]))


def main():
    options = argparse.ArgumentParser(description="Reads a .fogreel file strictly and prints it as JSON lines.")
    options.add_argument("file")
    options.add_argument("--read", choices=["strict", "tail"], default="strict")
    options.add_argument("--what", choices=["dump", "notes"], default="dump")
    options.add_argument("--line", type=int, default=0)
    given = options.parse_args()
    with open(given.file, "rb") as file:
        data = file.read()
    try:
        recording = Recording(data, tail=given.read == "tail")
    except (Damage, Refused) as error:
        sys.exit(f"{given.file}: {error}")
    if given.line not in recording.records:
        sys.exit(f"{given.file}: no line {given.line}")
    lines = dump(recording, given.line) if given.what == "dump" else in_order(recording.notes)
    for line in lines:
        print(json.dumps(for_json(line), ensure_ascii=False, allow_nan=False))


if __name__ == "__main__":
    main()
