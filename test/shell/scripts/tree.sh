# tree, as tree 2.1 draws it.
mkdir -p a/b/c a/d .hidden empty; : >a/one; : >a/b/two.txt; : >a/b/c/three.md; : >.dot; : >last; ln -s one a/link; ln -s b a/to-b
tree
tree a
tree -a
tree -d
tree -L 1
tree -L 2 -F
tree -f a/b
tree --noreport -I 'b|*.md'
tree -P '*.txt' a/b
tree --dirsfirst a
tree nosuch; echo "$?"
