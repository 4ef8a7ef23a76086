shopt -s extglob; touch a.c a.h b.c ab.o; echo !(*.c); echo @(a|b).c; echo ?(a)b.*; echo +([a-b]).*; echo *(a)*.h
x=foobarbar; echo ${x%%+(bar)} ${x##@(foo|x)} ${x//@(o|a)/_}
case abc in !(a*)) echo no;; +([a-c])) echo yes;; esac
[[ 123 == +([0-9]) ]] && echo digits
