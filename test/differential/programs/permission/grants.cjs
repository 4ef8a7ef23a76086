// Which paths a grant covers, what children and threads inherit, what is given up again, what --permission-audit tells, and what the flags say without the model.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
fs.mkdirSync('in/deep', { recursive: true });
fs.mkdirSync('out');
fs.writeFileSync('in/a.txt', 'a');
fs.writeFileSync('out/b.txt', 'b');
fs.writeFileSync('pre.cjs', 'require("fs").readFileSync(__filename); console.log("preloaded");');
fs.writeFileSync('main.cjs', 'const fs = require("fs"); fs.readFileSync(__filename); try { require("./other.cjs"); } catch (e) { console.log(e.code, e.permission, require("path").basename(e.resource)); }');
fs.writeFileSync('main.mjs', 'import "./other.cjs"; console.log("imported");');
fs.writeFileSync('other.cjs', 'console.log("other");');
fs.mkdirSync('node_modules/dep', { recursive: true });
fs.writeFileSync('node_modules/dep/package.json', '{"main":"./main"}');
fs.writeFileSync('node_modules/dep/main.js', 'module.exports = "dep";');
fs.writeFileSync('dep.cjs', 'try { console.log(require("dep")); } catch (e) { console.log(e.code, e.permission, e.resource); }');
const tidy = (text) => text.replaceAll(process.cwd(), '<here>').replaceAll(process.execPath, 'node').replace(/\(node:\d+\)/g, '(node)');
const run = (args, env = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...env } });
  console.log(args.map(tidy).filter((arg) => arg.length < 60).join(' '), '=>', status, tidy(stdout).trim(), '|', tidy(stderr).split('\n').filter((line) => /Error|Warning|permission:|resource:/.test(line)).join(' / '));
};
const has = (...paths) => ['-p', `JSON.stringify(${JSON.stringify(paths)}.map((path) => [path, process.permission.has('fs.read', path)]))`];
run(['--permission', '--allow-fs-read=/show', '--allow-fs-read=/home/foo/*', '--allow-fs-read=/example/foo*', '--allow-fs-read=/home/*.js', ...has('/show', '/shows', '/sho', '/home/foo', '/home/foo/', '/home/foo/x', '/example/foo', '/example/food', '/example/fo', '/x/../show', '/home/other.md')]);
run(['--permission', '--allow-fs-read=in', '--allow-fs-read', 'out/b.txt', ...has('in', 'in/', 'in/a.txt', 'in/deep/x', 'inn', 'out', 'out/b.txt', './out/../out/b.txt')]);
run(['--permission', '--allow-fs-read=*', '-p', '[process.permission.has("fs"), process.permission.has("fs.read"), process.permission.has("fs.read", "/x"), process.permission.has("fs.write")].join()']);
run(['--permission', '--allow-fs-read=*', '--allow-fs-write=*', '-p', 'process.permission.has("fs")']);
run(['--permission', '--allow-fs-read=/a,/b', '-p', '1']);
run(['--permission', 'main.cjs']);
run(['--permission', '-r', './pre.cjs', 'main.cjs']);
run(['--permission', `--allow-fs-read=${process.cwd()}/other.cjs`, 'main.mjs']);
run(['--permission', 'main.mjs']);
run(['--permission', 'dep.cjs']);
run(['--permission', '--allow-fs-read=node_modules', 'dep.cjs']);
run(['--permission', 'nothere.cjs']);
run(['--permission', '--allow-fs-read=*', '--allow-fs-write=in', '-e', `
  const fs = require('fs');
  const attempt = (run) => { try { return run() ?? 'done'; } catch (e) { return e.code === 'ERR_ACCESS_DENIED' ? e.permission + ' ' + e.resource : e.code; } };
  console.log([() => fs.writeFileSync('in/new', 'x'), () => fs.writeFileSync('out/new', 'x'), () => fs.renameSync('in/new', 'out/new'), () => fs.renameSync('out/b.txt', 'in/b.txt'), () => fs.copyFileSync('out/b.txt', 'in/b.txt'), () => fs.copyFileSync('in/a.txt', 'out/a.txt'),
    () => fs.cpSync('in/deep', 'out/deep', { recursive: true }), () => fs.cpSync('out', 'in/out', { recursive: true }), () => fs.linkSync('in/a.txt', 'out/l'), () => fs.linkSync('out/b.txt', 'in/l'), () => fs.symlinkSync('a', 'in/s'), () => fs.rmSync('out', { recursive: true }), () => fs.rmSync('in/out', { recursive: true }),
    () => fs.openSync('out/b.txt', 'r+'), () => fs.openSync('out/b.txt', 'a'), () => typeof fs.openSync('out/b.txt'), () => fs.mkdirSync('out/x/y', { recursive: true }), () => fs.truncateSync('out/b.txt')].map(attempt).join('; '));`]);
run(['--permission', '--allow-child-process', '--allow-fs-read=*', '-e', `
  const { spawnSync } = require('child_process');
  const ask = '["fs.read", "fs.write", "child", "worker"].map((scope) => process.permission?.has(scope)).join()';
  console.log(spawnSync(process.execPath, ['-p', ask]).stdout.toString(), spawnSync(process.execPath, ['--permission', '-p', ask]).stdout.toString(), spawnSync('env').stdout.toString().match(/NODE_OPTIONS.*/)[0]);`]);
run(['--permission', '--allow-worker', '--no-warnings', '-e', `
  const { Worker } = require('worker_threads');
  new Worker('console.log(process.permission.has("worker"), process.permission.has("fs.read")); try { require("fs").readFileSync("/etc/passwd"); } catch (e) { console.log(e.code, e.permission, e.resource); }', { eval: true });`]);
for (const flag of ['--allow-addons', '--allow-child-process', '--allow-inspector', '--allow-wasi', '--allow-worker']) run(['--permission', flag, '-p', '1']);
run(['--permission', '--allow-wasi', '--no-warnings', '-p', 'typeof new (require("wasi").WASI)({ version: "preview1" })']);
run(['--allow-worker', '-p', 'process.permission']);
run(['--allow-fs-read=*', '-p', 'process.permission']);
run(['--permission', '--allow-fs-read=*', '--allow-child-process', '--no-warnings', '-p', `
  const { has, drop } = process.permission;
  [drop('fs.read', '/etc'), has('fs.read', '/etc'), drop('child', 'x'), has('child'), drop('fs'), has('fs.read'), drop('nothing')].join()`]);
run(['--permission', '--allow-fs-read=in', '--allow-fs-read=out/b.txt', '-p', `
  const { has, drop } = process.permission;
  [drop('fs.read', 'in/a.txt'), has('fs.read', 'in/a.txt'), drop('fs.read', 'in'), has('fs.read', 'in/a.txt'), has('fs.read', 'out/b.txt'), drop('fs.read', 'out/b.txt'), has('fs.read', 'out/b.txt')].join()`]);
const listen = `for (const name of ['fs', 'child', 'worker', 'wasi', 'addon']) require('diagnostics_channel').subscribe('node:permission-model:' + name, (message) => console.log(name, message));
  const attempt = (run) => { try { run(); console.log('went on'); } catch (e) { console.log(e.code); } };
  attempt(() => require('fs').readFileSync('out/b.txt')); attempt(() => require('child_process').spawnSync('true')); process.permission.has('fs.write', '/x'); process.permission.has('wasi'); process.permission.drop('child'); console.log(process.permission.has('child'));`;
run(['--permission', '-e', listen]);
run(['--permission-audit', '-e', listen]);
run(['-p', 'process.permission?.has("fs.read")'], { NODE_OPTIONS: '--permission --allow-fs-read=*' });
run(['', 'x'], {});
