#!/bin/sh
# Records the samples anew. Usage: sh record.sh [FOGREEL], from this folder.
set -eu
fogreel=${1:-fogreel}
record() { "$fogreel" record ctf --reproducible --force "$@"; }
record --out garden.fogreel --map garden --set max_turns=120 --agent east=runner --seed 2
record --out ridge.fogreel --map ridge --set max_turns=200 --seed 5 --keep moves
record --out intruders.fogreel --map garden --set max_turns=80 --set intruder_steps_on_defender=sent_home \
    --set flag_while_carried=available --agent west=runner --agent east=roles:defenders=2 --seed 3
record --out solo.fogreel --preset solo --map garden --seed 1
record --out puzzle.fogreel --preset puzzle --seed 1
