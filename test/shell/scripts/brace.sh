echo {a,b,c} x{1,2}y {1..5} {5..1} {a..e} {01..03} {1..10..3} a{b,c{d,e}}f {x} {} {a,} "{a,b}" pre{,post}
echo {1..3}{a,b}; echo \{a,b\}; echo ${HOME:+{x,y}}; echo {a..c}{1..2}
