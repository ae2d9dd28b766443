"""Reads the same table as Parquet, CSV and JSON lines, and says in which field they differ. `tables.py PARQUET CSV JSONL`."""

import csv
import json
import math
import sys

import pyarrow.parquet


def same(typed, text, value):
    """One field as Parquet has it, as CSV writes it, and as JSON has it."""
    if typed is None:
        return text == "" and value is None
    if isinstance(typed, bool):
        return text == str(typed).lower() and value is typed
    if isinstance(typed, float):
        return float(text) == typed and (value == typed or (math.isinf(typed) and value == text))
    if isinstance(typed, int):
        return int(text) == typed == value
    return text == typed == value


def main(parquet, plain, lines):
    table = pyarrow.parquet.read_table(parquet)
    with open(plain, newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    with open(lines, encoding="utf-8") as file:
        objects = [json.loads(line) for line in file]
    assert head == table.column_names, (head, table.column_names)
    assert table.num_rows == len(rows) == len(objects), (table.num_rows, len(rows), len(objects))
    for number, (typed, texts, values) in enumerate(zip(table.to_pylist(), rows, objects)):
        assert list(values) == head, number
        for name, text in zip(head, texts):
            assert same(typed[name], text, values[name]), (number, name, typed[name], text, values[name])
    print(json.dumps({"rows": len(rows), "groups": pyarrow.parquet.ParquetFile(parquet).num_row_groups}))


main(*sys.argv[1:])
