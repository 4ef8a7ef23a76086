for x in a b c d; do case $x in a) echo A;& b) echo B;; c) echo C;;& *) echo star;; esac; done
case "a b" in "a b") echo q;; esac; case x in [[:digit:]]) echo d;; [!0-9]) echo nd;; esac; case '' in '') echo empty;; esac; case a.b in a\.b) echo esc;; esac; case ab in a|ab|b) echo alt;; esac; shopt -s nocasematch; case ABC in abc) echo nocase;; esac
