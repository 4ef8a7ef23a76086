# find: tests and actions together.
mkdir -p t/a/b t/c; echo 1 > t/one.txt; echo 22 > t/a/two.txt; : > t/a/b/three.md; : > t/c/.hid; ln -s ../one.txt t/c/ln
cd t
find . -name '*.txt' | sort; find . -type d | sort; find . -type l; find . -empty | sort; find . -maxdepth 1 | sort; find . -mindepth 2 -type f | sort
find . -name b -prune -o -type f -print | sort; find . ! -name '*.txt' -type f | sort; find . \( -name '*.md' -o -name '.h*' \) | sort; find . -iname 'ONE*'
find . -type f -size -2c | sort; find . -path './a/*' -name '*.txt'; find . -name '*.txt' -exec cat {} + | sort; find . -name '*.txt' -exec echo got {} \; | sort
find . -type f -printf '%f %s %d %P\n' | sort; find . -name three.md -delete; find a -depth; find nosuch; echo "$?"
find . -regex '.*/[ot][nw][eo]\.txt' | sort; find . -name '*.txt' -print0 | tr '\0' '|' | wc -c; find . -name one.txt -quit -print; find . -type f -links 1 | wc -l
