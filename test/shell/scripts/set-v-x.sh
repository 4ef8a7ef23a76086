set -v
echo one
set +v
set -x; echo two; x=3; [ 1 = 1 ]; [[ a == a* ]]; ((1+1)); for i in 1; do echo $i; done; case a in a) echo c;; esac; set +x
