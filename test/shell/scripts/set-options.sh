set -o | head -3; set -f; echo *; set +f; set -n 2>/dev/null; echo hidden
