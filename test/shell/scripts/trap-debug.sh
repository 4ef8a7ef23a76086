trap 'echo "D: $BASH_COMMAND"' DEBUG; echo one; x=2; trap - DEBUG; echo off
