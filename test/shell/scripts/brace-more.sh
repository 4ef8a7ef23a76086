echo {a,b}{1,2} {1..5} {5..1} {a..e} {01..03} {1..10..3} {a..i..2} x{,y}z {a,{b,c}} {1..3}{a,b} "{a,b}" {a} {,} a{b c}; echo {-2..2} {c..a}; echo ${x}{a,b}; set +B; echo {a,b}
