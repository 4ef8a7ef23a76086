/** Programs of several kinds, each in workers of its own, killed at random moments: nothing of them goes on, and what they worked on is whole. 200 kills in `npm run soak`. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { random, SEED, SOAK } from '../support/sample.ts';

const KILLS = SOAK ? 204 : 12;
const PORT = 4700;

/** Each says `up` when it is at work, and goes on until it is killed. */
const PROGRAMS: { [name: string]: string } = {
  // A file is another one only as a whole: it is written beside, and put in its place.
  'files.cjs': `const fs = require('fs'); for (let n = 0; ; n++) { fs.writeFileSync('next', String(n).padEnd(5000, '.')); fs.renameSync('next', 'file'); if (n === 0) console.log('up', process.pid); }`,
  'pipe.sh': `echo up $$; node -e 'for (let n = 0; ; n++) require("fs").writeSync(1, n + "\\n")' | cat > /dev/null`,
  'sqlite.cjs': `const db = new (require('node:sqlite').DatabaseSync)('db'); db.exec('create table if not exists t(a, b)'); console.log('up', process.pid);
    const add = db.prepare('insert into t values(?, ?)'); for (let n = 0; ; n++) { db.exec('begin'); add.run(n, 'left'); add.run(n, 'right'); db.exec('commit'); }`,
  'server.cjs': `const http = require('http'); http.createServer((q, s) => s.end('x'.repeat(1e5))).listen(${PORT}, () => { console.log('up', process.pid); (function ask() { http.get({ port: ${PORT} }, (r) => r.resume().on('end', ask)); })(); });`,
  'threads.cjs': `const { Worker } = require('worker_threads'); let up = 0; for (let i = 0; i < 2; i++) new Worker("require('worker_threads').parentPort.postMessage(1); for (;;) require('fs').writeFileSync('thread', 'x')", { eval: true }).once('message', () => { if (++up === 2) console.log('up', process.pid); });`,
  // Its children see that it is gone: one by its channel, the others by their pipe.
  'tree.cjs': `const { fork, spawn } = require('child_process'); const child = fork('child.cjs'); spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] }); spawn('sh', ['-c', 'cat | cat'], { stdio: ['pipe', 'ignore', 'ignore'] }); child.once('message', () => console.log('up', process.pid));`,
};
const CHILD = `process.on('disconnect', () => process.exit()); process.send('up'); setInterval(() => require('fs').writeFileSync('child', 'x'), 1);`;

let sandbox: SandboxBrowser;
beforeAll(async () => {
  sandbox = await openSandbox();
  await sandbox.mount(Object.fromEntries(Object.entries({ ...PROGRAMS, 'child.cjs': CHILD }).map(([name, contents]) => [name, { file: { contents } }])));
});
afterAll(() => sandbox?.close());

const sh = async (script: string): Promise<string> => (await sandbox.run('sh', ['-c', script])).output.replaceAll('\r\n', '\n').trim();

/** Starts a program, waits until it is at work and for so many milliseconds more, and kills it: all of a shell's pipeline as the client does, others by SIGKILL to themselves alone. @returns its exit code */
const killed = (name: string, ms: number): Promise<number> => sandbox.page.evaluate(async ([name, ms]) => {
  const { container } = window.harness;
  const process = await container.spawn(name.endsWith('.sh') ? 'sh' : 'node', [name]);
  const reader = process.output.getReader();
  let output = '';
  while (!/up \d+\r?\n/.test(output)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`${name} ended by itself: ${output}`);
    output += value;
  }
  // What it says is taken until its end, or it would stand still.
  const over = (async () => { while (!(await reader.read()).done); })();
  await new Promise((resolve) => { setTimeout(resolve, ms); });
  if (name.endsWith('.sh')) process.kill();
  else await (await container.spawn('kill', ['-9', /up (\d+)/.exec(output)![1]!])).exit;
  const code = await process.exit;
  await over;
  return code;
}, [name, ms] as const);

it('leave nothing that goes on, and whole files, databases and free ports', async () => {
  const next = random(SEED);
  const names = Object.keys(PROGRAMS);
  for (let kill = 0; kill < KILLS; kill++) {
    const name = names[kill % names.length]!;
    const at = next() * 200;
    const where = `kill ${kill} of seed ${SEED}: ${name} after ${at.toFixed(0)} ms`;
    expect(await killed(name, at), where).not.toBe(0);
    // Children that see it by a pipe or a channel need a moment.
    await expect.poll(() => sh('ps -e -o args= | grep -vE "^(init|ps |sh -c|grep )"'), { message: where, timeout: 30_000 }).toBe('');
    if (name === 'files.cjs') expect(await sh('wc -c < file'), where).toBe('5000');
    if (name === 'sqlite.cjs') expect(await sh(`node -p 'const db = new (require("node:sqlite").DatabaseSync)("db"); [db.prepare("pragma integrity_check").get().integrity_check, db.prepare("select count(*) % 2 as odd from t").get().odd].join()' 2>/dev/null`), where).toBe('ok,0');
    if (name === 'server.cjs') expect(await sh(`node -e 'require("http").createServer().listen(${PORT}, function () { console.log("free"); this.close(); })'`), where).toBe('free');
  }
  // As before: programs start, and see what the others wrote.
  expect(await sh('echo on | cat; node -p 6*7')).toBe('on\n42');
}, KILLS * 20_000);
