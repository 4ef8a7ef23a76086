const { spawn } = require('node:child_process');
const child = spawn('sh', ['-c', 'echo up; read line; echo got $line'], { stdio: ['pipe', 'pipe', 'inherit'] });
child.stdout.setEncoding('utf8').on('data', (d) => {
  console.log(d.trim());
  if (d.startsWith('up')) {
    console.log(child.kill('SIGSTOP'));
    child.stdin.write('text\n');
    setTimeout(() => { console.log('still stopped'); child.kill('SIGCONT'); }, 100);
  }
});
child.on('exit', (c, s) => console.log('exit', c, s));
