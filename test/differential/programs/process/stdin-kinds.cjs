// What standard input is: a pipe, a file, nothing, closed.
const { spawnSync } = require('child_process');
const fs = require('fs');
fs.writeFileSync('in', 'from a file');
const code = 'let t = ""; process.stdin.on("data", (d) => t += d).on("end", () => console.log(process.stdin.constructor.name, process.stdin.isTTY, process.stdin.fd, JSON.stringify(t)))';
const run = (options) => console.log(String(spawnSync(process.execPath, ['-e', code], options).stdout).trim());
run({ input: 'from a pipe' });
run({ stdio: [fs.openSync('in'), 'pipe', 'pipe'] });
run({ stdio: ['ignore', 'pipe', 'pipe'] });
run({ input: '' });
