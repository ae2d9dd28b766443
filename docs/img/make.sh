#!/bin/sh
# Draws the pictures of this folder anew. Usage: sh make.sh [FOGREEL], from this folder, with a display (or under xvfb-run).
set -eu
fogreel=${1:-fogreel}
samples=../../replays/good/rajakardhor
picture() { # NAME SIZE THEME FILE TURN [OPTION …]
  name=$1 size=$2 theme=$3 file=$4 turn=$5
  shift 5
  "$fogreel" view "$samples/$file" --turn "$turn" --size "$size" --theme "$theme" --screenshot "$name.png" --force "$@"
}
for theme in dark light; do
  picture "small-$theme" 800x600 $theme truth-excluded.fogreel 23
  picture "viewer-$theme" 1440x900 $theme truth-excluded.fogreel 23
  picture "large-$theme" 2560x1440 $theme city.fogreel 30
done
picture start-dark 1440x900 dark guard-wins.fogreel 0
picture end-light 1440x900 light thief-wins.fogreel 27
picture focus-dark 1440x900 dark city.fogreel 30 --layout focus
