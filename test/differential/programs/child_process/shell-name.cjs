// The shell's own name is what it was started by. (Where Debian's sh is another shell, bash is the measure.)
const { execFileSync, spawnSync } = require('child_process');
console.log(execFileSync('/bin/bash', ['-c', 'echo $0 $#']).toString());
console.log(execFileSync('bash', ['-c', 'echo $0 $#']).toString());
console.log(execFileSync('bash', ['-c', 'echo $0 $1', 'name', 'one']).toString());
for (const shell of ['bash', '/bin/bash']) console.log(String(spawnSync(shell, ['-c', 'nosuchcmd; cd /nowhere']).stderr));
console.log(String(spawnSync('nosuchcmd', { shell: '/bin/bash' }).stderr), String(spawnSync('echo $0', { shell: '/bin/sh' }).stdout));
console.log(String(spawnSync('/bin/bash', { input: 'echo $0; nosuchcmd\n' }).output));
