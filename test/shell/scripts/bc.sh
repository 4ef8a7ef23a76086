v=$(echo "scale=4; 10/3" | bc); echo "v=$v"; if (( $(bc -l <<< "1.5 > 1.2") )); then echo gt; fi
bc <<'X'
2^100; -5/2; 1.10*2; length(12345); x=5; x*=2; x; x++; x
define f(n) { if (n <= 1) return (1); return (n * f(n-1)); }
f(20)
for (i = 0; i < 3; ++i) print i, " "
print "\n"
a[3] = 7; a[3]
12345678901234567890*98765432109876543210
.5+.5; 0.00; -.5; last; 3; last+1; . + 2
X
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
echo "5; 1/0; 6" | bc 2>/dev/null
printf '5\nquit\n6\n' | bc
