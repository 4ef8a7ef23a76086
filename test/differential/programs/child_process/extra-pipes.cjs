const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', `
  const fs = require('fs');
  const net = require('net');
  const both = new net.Socket({ fd: 4 });
  fs.writeSync(3, 'on three');
  both.on('data', (d) => { both.end('echo ' + d); });
`], { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe', 'ignore'] });
console.log(child.stdio.map((s) => s && s.constructor.name));
child.stdio[3].setEncoding('utf8').on('data', (d) => console.log('3:', d));
child.stdio[4].setEncoding('utf8').on('data', (d) => console.log('4:', d));
child.stdio[4].write('ping');
child.on('close', (code) => console.log('close', code));
