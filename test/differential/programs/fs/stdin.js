// Standard input through fs: whole, in parts, and without holding up the loop while nothing has come.
const { spawnSync, spawn } = require('child_process');
const run = (input, ...a) => { const r = spawnSync(process.execPath, a, { encoding: 'utf8', input }); console.log(JSON.stringify(a), r.status, JSON.stringify(r.stdout), JSON.stringify(r.stderr.split('\n').slice(0, 5))); };
run('hello', '-p', 'fs.readFileSync(0, "utf8")'); run('hi', '-e', 'fs.readFile(0, "utf8", (e, s) => console.log(e, s))'); run('x', '-e', 'fs.read(0, (e, n, b) => console.log(e, n, String(b.subarray(0, n))))');
const child = spawn(process.execPath, ['-e', 'fs.read(0, (e, n, b) => console.log("read", n)); setTimeout(() => console.log("timer first"), 20)'], { stdio: ['pipe', 'inherit', 'inherit'] });
setTimeout(() => child.stdin.end('late'), 600);
