#!/bin/sh
# Records the samples anew. Usage: sh record.sh [FOGREEL], from this folder.
set -eu
fogreel=${1:-fogreel}
record() { "$fogreel" record rajakardhor --reproducible --force "$@"; }
record --out thief-wins.fogreel --seed 2857
record --out guard-wins.fogreel --seed 328
record --out draw.fogreel --preset original --seed 569
record --out truth-excluded.fogreel --preset original --seed 468
record --out sneak.fogreel --map tight --agent thief=sneak --seed 314
record --out city.fogreel --map city --seed 310
record --out noise-distance.fogreel --preset original --set noise=distance --seed 237
record --out delayed-escape.fogreel --map rooms --set escape=delayed --seed 12
