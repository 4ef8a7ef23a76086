const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'const fs = require("fs"); fs.writeSync(3, "third"); console.log(fs.readFileSync(4, "utf8"))'], { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] });
child.stdio[3].setEncoding('utf8').on('data', (d) => console.log('fd 3:', d));
child.stdio[4].end('to the child');
child.on('close', (code) => console.log(code, child.stdin, child.stdout));
