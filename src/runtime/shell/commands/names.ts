/** Names of the /bin entries that the shell's worker serves, shells left out. Kept apart from the commands so that the kernel knows them without their code; a test holds the two together. */
export const COMMAND_NAMES: readonly string[] = [
  '[', 'arch', 'awk', 'base64', 'basename', 'cat', 'chmod', 'chown', 'cksum', 'clear', 'code', 'cp', 'cut', 'date', 'df', 'dir', 'dirname', 'du', 'echo', 'egrep', 'env', 'expr',
  'false', 'fgrep', 'find', 'grep', 'head', 'hexdump', 'hostname', 'id', 'install', 'kill', 'ln', 'ls', 'md5sum', 'mkdir', 'mktemp', 'mv', 'nl', 'nproc', 'od', 'open', 'paste', 'printenv', 'printf',
  'ps', 'pwd', 'readlink', 'realpath', 'reset', 'rev', 'rm', 'rmdir', 'sed', 'seq', 'sha1sum', 'sha256sum', 'sha512sum', 'sleep', 'sort', 'stat', 'stty', 'sync', 'tac', 'tail', 'tee', 'test', 'timeout',
  'touch', 'tr', 'tree', 'true', 'truncate', 'tty', 'uname', 'uniq', 'unlink', 'vdir', 'wc', 'which', 'whoami', 'xargs', 'xdg-open', 'xxd', 'yes',
];

/** Names of the rarer commands, whose code is apart (`more/`). */
export const MORE_NAMES: readonly string[] = [
  'b2sum', 'base32', 'bc', 'cal', 'cmp', 'column', 'comm', 'csplit', 'curl', 'dd', 'diff', 'edit', 'envsubst', 'expand', 'factor', 'fmt', 'fold', 'getconf', 'getopt', 'gunzip', 'gzip', 'join', 'jq', 'killall', 'less', 'logname', 'look', 'make', 'more', 'nano', 'ncal', 'nice', 'nohup', 'numfmt', 'patch', 'pgrep', 'pico', 'pidof', 'pkill', 'setsid', 'sha224sum', 'shuf', 'split',
  'sha384sum', 'stdbuf', 'strings', 'tar', 'top', 'tput', 'tsort', 'unexpand', 'unzip', 'uptime', 'users', 'watch', 'wget', 'zcat', 'zip',
];
