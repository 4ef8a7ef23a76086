const { execFile, exec } = require('node:child_process');
const { promisify } = require('node:util');
const run = promisify(execFile);
(async () => {
  const results = await Promise.all(Array.from({ length: 12 }, (_, i) => run(process.execPath, ['-p', `${i} * ${i}`])));
  console.log(results.map((r) => r.stdout.trim()).join(' '));
  const nested = `const { execFileSync } = require('child_process'); const n = Number(process.argv[1]); process.stdout.write(n + (n ? execFileSync(process.execPath, ['-e', process.env.SCRIPT, String(n - 1)], { encoding: 'utf8' }) : '!'))`;
  console.log((await run(process.execPath, ['-e', nested, '3'], { env: { ...process.env, SCRIPT: nested } })).stdout);
  const { stdout } = await promisify(exec)('"$NODE" -p "[1,2,3].join(String.fromCharCode(10))" | "$NODE" -e "let n = 0; process.stdin.on(\'data\', (d) => n += d.length).on(\'end\', () => console.log(n))"', { env: { ...process.env, NODE: process.execPath } });
  console.log(stdout);
})();
