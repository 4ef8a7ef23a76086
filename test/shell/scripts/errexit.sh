bash -c 'set -e; echo a; false; echo b'; echo $?; bash -c 'set -e; false || true; if false; then :; fi; ! true; echo ok; (exit 3); echo no'; echo $?
bash -c 'set -e; f() { false; echo in; }; f || echo caught; f; echo no'; echo $?; bash -c 'set -e; x=$(false); echo no'; echo $?; bash -c 'set -e; echo $(false) yes'; bash -c 'set -e; false | true; echo pipe'
bash -c 'set -eo pipefail; false | true; echo no'; echo $?; bash -c 'set -e; while false; do :; done; false && true; echo fine'
