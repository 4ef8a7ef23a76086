// What variables of the environment set beside NODE_OPTIONS; a flag wins over them; threads have them too.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs'), path = require('node:path'), os = require('node:os');
const { Worker } = require('node:worker_threads');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'variables-'));
const file = path.join(folder, 'warnings.txt');
const run = (env, args, code) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...args, '-e', code], { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' });
  return [status, stdout, stderr.replace(/\(node:\d+\)/g, '(node)').replace(/`\S*node /, '`node ')];
};
const deprecated = 'process.env.X = {}; console.log(process.env.X)';
console.log(run({}, [], deprecated));
console.log(run({ NODE_PENDING_DEPRECATION: '1' }, [], deprecated));
console.log(run({ NODE_PENDING_DEPRECATION: 'yes' }, [], deprecated));
console.log(run({ NODE_PENDING_DEPRECATION: '1' }, ['--no-pending-deprecation'], deprecated));
console.log(run({ NODE_PENDING_DEPRECATION: '1', NODE_OPTIONS: '--no-pending-deprecation' }, [], deprecated));
console.log(run({ NODE_REDIRECT_WARNINGS: file }, [], 'process.emitWarning("into the file")'));
console.log(fs.readFileSync(file, 'utf8').replace(/\(node:\d+\)/g, '(node)').replace(/`\S*node /, '`node '));
fs.mkdirSync(path.join(folder, 'real'));
fs.writeFileSync(path.join(folder, 'real/main.js'), 'console.log(require("path").basename(__dirname), require.main === module)');
fs.symlinkSync(path.join(folder, 'real'), path.join(folder, 'linked'));
for (const env of [{}, { NODE_PRESERVE_SYMLINKS: '1' }, { NODE_PRESERVE_SYMLINKS_MAIN: '1' }]) {
  console.log(spawnSync(process.execPath, [path.join(folder, 'linked/main.js')], { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' }).stdout.trim());
  console.log(run(env, [], `require(${JSON.stringify(path.join(folder, 'linked/main.js'))})`)[1].trim());
}
fs.rmSync(folder, { recursive: true });
const threads = [
  { env: { NODE_PENDING_DEPRECATION: '1' } }, { env: {} }, {}, { execArgv: ['--no-warnings', '--'] }, { execArgv: ['--conditions', 'x', 'y', '--unknown'] }, { execArgv: ['--pending_deprecation', '--', '--unknown'] },
];
const next = () => {
  const options = threads.shift();
  if (options === undefined) return;
  const worker = new Worker('process.on("warning", (w) => console.log(w.code)); console.log(JSON.stringify(process.execArgv)); new Buffer(1); process.env.Y = {};', { eval: true, stderr: true, ...options });
  worker.on('error', (e) => console.log(e.message)).on('exit', next);
};
next();
