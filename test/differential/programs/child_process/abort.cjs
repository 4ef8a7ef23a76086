const { spawn, execFile } = require('node:child_process');
const controller = new AbortController();
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { signal: controller.signal });
child.on('error', (e) => console.log(e.name, e.code));
child.on('close', (code, signal) => console.log(code, signal));
child.on('spawn', () => controller.abort());
