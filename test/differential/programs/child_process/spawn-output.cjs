const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'console.log("out"); console.error("err"); process.exitCode = 3']);
const seen = { out: '', err: '' };
child.stdout.setEncoding('utf8').on('data', (d) => { seen.out += d; });
child.stderr.setEncoding('utf8').on('data', (d) => { seen.err += d; });
child.on('spawn', () => console.log('spawn', typeof child.pid));
child.on('exit', (code, signal) => console.log('exit', code, signal));
child.on('close', (code, signal) => console.log('close', code, signal, seen));
