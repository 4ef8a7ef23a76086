const cp = require('child_process');
const l = console.log;
const t = (n, f) => {
  try {
    l(n, f());
  } catch (e) {
    l(n, 'THROWS', e.name, e.code, e.message, e.status, e.signal, String(e.stderr));
  }
};
const N = process.execPath;
t('sync', () => cp.execFileSync(N, ['-p', '1+1']).toString());
t('enc', () => cp.execFileSync(N, ['-p', '"x"'], { encoding: 'utf8' }));
t('input', () => cp.execFileSync(N, ['-e', 'process.stdin.pipe(process.stdout)'], { input: 'in' }).toString());
t('exit', () => cp.execFileSync(N, ['-e', 'console.error("bad");process.exit(3)'], { stdio: 'pipe' }));
t('sig', () => {
  const r = cp.spawnSync(N, ['-e', 'process.kill(process.pid,"SIGTERM");setTimeout(()=>{},1000)']);
  return [r.status, r.signal, r.error];
});
t('timeout', () => {
  const r = cp.spawnSync('sleep', ['5'], { timeout: 50 });
  return [r.status, r.signal, r.error.code, r.error.message];
});
t('enoent', () => {
  const r = cp.spawnSync('nope-x');
  return [r.error.code, r.error.message, r.pid, r.output];
});
t('shell', () => cp.execSync('echo "$FOO" | tr a-z A-Z; exit 0', { env: { ...process.env, FOO: 'abc' } }).toString());
t('shellfail', () => cp.execSync('echo err >&2; exit 4', { stdio: 'pipe' }));
t('cwd', () => cp.execSync('pwd', { cwd: '/tmp' }).toString());
t('maxb', () => cp.execFileSync(N, ['-e', 'process.stdout.write("x".repeat(1000));setInterval(()=>{},1000)'], { maxBuffer: 10 }));
t('args', () => cp.spawn(5));
t('args2', () => cp.spawn('x', 5));
t('args3', () => cp.spawn(''));
t('nul', () => cp.spawn('a\0'));
t('stdio', () => cp.spawn(N, [], { stdio: 'bad' }));
t('kill', () => cp.spawnSync(N, ['-e', '0'], { killSignal: 'NOPE' }));
t('argv0', () => cp.execFileSync(N, ['-p', 'process.argv0'], { argv0: 'zed' }).toString());
const c = cp.spawn(N, ['-e', 'process.stdin.on("data",d=>process.stdout.write(String(d).toUpperCase())).on("end",()=>{console.error("e");process.exitCode=7})']);
l(typeof c.pid, c.connected, c.killed, c.exitCode, c.spawnargs.length, c.spawnfile === N);
const ev = [];
for (const e of ['spawn', 'exit', 'close']) c.on(e, (...a) => ev.push([e, ...a]));
c.stdout.on('data', (d) => l('out', String(d)));
c.stderr.on('data', (d) => l('err', String(d)));
c.on('close', () => {
  l(ev, c.exitCode, c.signalCode, c.kill());
  next();
});
c.stdin.write('abc');
c.stdin.end('def');
async function next() {
  const ac = new AbortController();
  const k = cp.spawn('sleep', ['9'], { signal: ac.signal });
  k.on('error', (e) => l(e.name, e.code));
  k.on('exit', (a, b) => {
    l('exit', a, b);
    more();
  });
  ac.abort();
}
async function more() {
  const { promisify } = require('util');
  const ex = promisify(cp.exec);
  l(await ex('echo hi'));
  try {
    await ex('exit 9');
  } catch (e) {
    l(e.code, e.killed, e.signal, e.cmd, e.stdout, e.message);
  }
  cp.execFile(N, ['-e', 'process.exit(2)'], (e, o, s) => {
    l(e.code, e.cmd.includes('-e'), e.killed);
    forked();
  });
}
// One after the other: two programs that end by themselves end in either order.
function forked() {
  const f = cp.fork(__filename + '.child.js', ['a'], { silent: true });
  f.on('error', (e) => l('fe', e.message));
  f.stderr.on('data', () => {});
  f.on('exit', (c) => {
    l('fork', c);
    const p = cp.spawn(N, ['-e', 'console.log(1);setInterval(()=>{},50)']);
    p.stdout.once('data', () => {
      l(p.kill('SIGINT'), p.killed);
    });
    p.on('exit', (a, b) => l(a, b));
  });
}
