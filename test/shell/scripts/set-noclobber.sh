set -C; echo a >f; echo b >f; echo "rc $?"; echo c >|f; cat f; echo d >>f; cat f; set +C; echo e >f; cat f; echo z >/dev/null
