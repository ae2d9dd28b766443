"""Forges recordings: changes a few bytes of good ones, sets all sums right, and says what the reader makes of each.

    python mutate.py SEED COUNT OUT FILE…

Writes COUNT files into the folder OUT, and prints a line of JSON for each: its name, and the error or null.
"""

import json
import os
import random
import struct
import sys
import zlib

import zstandard

import fogreel_reader as reader

EDGES = [0, 1, 2, 7, 8, 127, 128, 250, 251, 252, 253, 254, 255]


def frames(data):
    """Header and raw body of each frame, not compressed any more."""
    offset = 24
    while offset < len(data):
        header = bytearray(data[offset:offset + 40])
        length = struct.unpack("<I", header[24:28])[0]
        body = data[offset + 40:offset + 40 + length]
        if header[6] == 1:
            body, header[6] = zstandard.ZstdDecompressor().decompress(body), 0
        yield header, bytearray(body)
        offset += 40 + length


def change(header, body, chance):
    if chance.random() < 0.15 or not body:
        place = chance.choice([4, 5, 6, 7, 8, 12, 16, 20])
        header[place] = chance.choice(EDGES + [header[place] ^ 1, (header[place] + 1) % 256])
        return
    place, edge = chance.randrange(len(body)), chance.choice(EDGES)
    how = chance.randrange(4)
    if how == 0:
        body[place] ^= 1 << chance.randrange(8)
    elif how == 1:
        body[place] = edge
    elif how == 2:
        del body[place:place + chance.randrange(1, 4)]
    else:
        body[place:place] = bytes([edge])


def forged(data, chance):
    parts = list(frames(data))
    # An INDEX names offsets, which nearly every change makes wrong: mostly there is none.
    if chance.random() < 0.7:
        parts = [part for part in parts if part[0][4] != reader.INDEX]
        for sequence, (header, _) in enumerate(parts):
            header[12:16] = struct.pack("<I", sequence)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        change(*chance.choice(parts), chance)
    file, seed = bytearray(data[:24]), zlib.crc32(data[12:20])
    for header, body in parts:
        if header[6] == 0:
            header[24:28] = header[28:32] = struct.pack("<I", len(body))
        header[32:36] = struct.pack("<I", zlib.crc32(body))
        header[36:40] = struct.pack("<I", zlib.crc32(header[:36], seed))
        file += header + body
    return bytes(file)


def main():
    seed, count, out, *files = sys.argv[1:]
    chance = random.Random(int(seed))
    good = []
    for path in files:
        with open(path, "rb") as file:
            good.append(file.read())
    for number in range(int(count)):
        data = forged(chance.choice(good), chance)
        name = f"{number:05}.fogreel"
        with open(os.path.join(out, name), "wb") as file:
            file.write(data)
        error = None
        try:
            reader.Recording(data)
        except (reader.Damage, reader.Refused) as damage:
            error = str(damage)
        print(json.dumps([name, error]))


if __name__ == "__main__":
    main()
