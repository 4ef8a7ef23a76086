// --trace-uncaught, --trace-exit and --disable-proto, in the first thread and in another.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  console.log(args.join(' ').replaceAll('\n', ' '), '=>', status, stdout, stderr.replaceAll(process.cwd(), '<here>').replace(/\(node:\d+/g, '(node').split('\n').slice(0, 24).join('\n'));
};
fs.writeFileSync('throws.js', 'class A { m() { throw new TypeError("no"); } }\nfunction f() { new A().m(); }\nf();\n');
run('--trace-uncaught', 'throws.js');
run('--trace-uncaught', '-e', 'Promise.reject(new Error("late"))');
fs.writeFileSync('thread.js', 'process.exit(3);');
run('--trace-exit', '-e', 'new (require("worker_threads").Worker)("./thread.js").on("exit", (code) => { process.exitCode = code; })');
const proto = 'let got; try { got = ({}).__proto__ === undefined ? "undefined" : "there"; } catch (e) { got = e.code; } console.log(got);';
for (const mode of ['delete', 'throw']) run(`--disable-proto=${mode}`, '-e', `${proto} new (require("worker_threads").Worker)(${JSON.stringify(proto)}, { eval: true })`);
const { stderr } = spawnSync(process.execPath, ['--trace-uncaught', '-e', 'throw null'], { encoding: 'utf8' });
console.log(stderr.split('\n').slice(0, 6));
