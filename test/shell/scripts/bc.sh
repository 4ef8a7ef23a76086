echo "1+2*3" | bc; echo "scale=4; 10/3" | bc; echo "2^100" | bc; bc <<< "10 % 3"; bc -l <<< "s(1)+c(1)"; bc -l <<< "4*a(1)"; bc -l <<< "e(1)"; bc -l <<< "l(10)"
bc <<< "sqrt(2)"; bc <<< "scale=10; sqrt(2)"; bc <<< "ibase=16; FF"; bc <<< "obase=2; 10"; bc <<< "obase=16; 255"; bc <<< "x=5; x*=2; x; x++; x"; bc <<< "3 > 2"; bc <<< "5/2"; bc <<< "-5/2"; bc <<< "1.10*2"; bc <<< "length(12345); scale(1.23)"
bc <<'X'
define f(n) { if (n <= 1) return (1); return (n * f(n-1)); }
f(20)
for (i = 0; i < 3; ++i) print i, " "
print "\n"
while (i > 0) { i -= 1; if (i == 1) break; }
i
a[3] = 7; a[3]
"text
"
X
bc <<< "scale=2; 1/3*3; 100*1.075/1"; bc <<< "2^-2"; bc <<< "scale=5; 2^0.5" 2>/dev/null; bc <<< "1/0" 2>/dev/null; echo "rc $?"; echo "12345678901234567890*98765432109876543210" | bc; bc <<< ".5+.5; 0.00; -.5"; bc <<< "last; 3; last+1; . + 2"
echo "1+2*3
2^3^2
-2^2
7%3
-7%3
5.5%2
scale=3
5.5%2
1/3*3
(x=3)
x+=2
x
!0
1&&0
a=b=4
a+b
.5*.5
1.5*1.5
scale=0
1.5*1.5
length(0.001)
length(100)
scale(sqrt(2))
sqrt(16)
sqrt(15.00)
2^-1
10^20/3
obase=16
255.5
3735928559
obase=2
10.5
obase=20
4000
obase=10
ibase=2
1011
ibase=1010
ibase=16
A.8
ibase=A
15
2^300" | bc
bc -l <<< "s(0.5); c(2); a(0.3); l(2); e(-1.5); j(1,2.5); e(10); l(0.1); a(10); s(100); scale=30; 4*a(1); sqrt(2); e(1)"
bc <<< 'define g(x) { auto y; y = x*2; if (y > 10) { return (y) } else return (-y) }
g(3); g(9)
for(i=0;i<10;i++) { if(i==2) continue; if(i==4) break; i }
i=5; while(i-->3) i
print "x=", 3, "\n"; "str
"
1 == 1; 2<1; /* comment
over lines */ 4 # tail
if (1) { 7 }'
echo "5; 1/0; 6" | bc 2>/dev/null; echo 'x = 10; x / 4; scale = 2; x / 4' | bc; v=$(echo "scale=2; 7/2" | bc); echo "v=$v"; if (( $(echo "1.5 > 1.2" | bc -l) )); then echo gt; fi
echo '5
quit
6' | bc
