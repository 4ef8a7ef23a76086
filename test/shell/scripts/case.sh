for w in apple banana cherry date 42 ""; do case "$w" in a*) echo A;; b*|c*) echo BC;; [0-9]*) echo num;; "") echo empty;; *) echo other;; esac; done
case x in x) echo 1;& y) echo 2;; z) echo 3;; esac; case a in a) echo 1;;& [a-c]) echo 2;; esac; case 'a b' in 'a b') echo sp;; esac
case "*" in "*") echo star;; esac; case abc in (abc) echo paren;; esac; v='*'; case abc in $v) echo glob;; esac; case abc in "$v") echo no;; *) echo lit;; esac
