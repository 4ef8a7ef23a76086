// node.config.json: which options it may hold, and what they are worth beside NODE_OPTIONS and the command line.
const { spawnSync } = require('node:child_process');
const { mkdirSync, writeFileSync } = require('node:fs');
writeFileSync('show.js', 'console.log(JSON.stringify([process.execArgv, process.argv.slice(2), process.title, require("http").maxHeaderSize]))');
const byDefault = '--experimental-default-config-file';
function run(config, args = [byDefault, 'show.js'], env = {}) {
  if (config !== undefined) writeFileSync('node.config.json', typeof config === 'string' ? config : JSON.stringify(config));
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: '', encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1', ...env } });
  console.log(JSON.stringify(config), args.join(' '), status, (stdout + stderr).replaceAll(process.execPath, 'node').trim().split('\n').slice(0, 4));
}
const node = (options) => ({ nodeOptions: options });
for (const options of [{ bogus: 1 }, { title: 3 }, { title: '' }, { title: 'a b' }, { title: '"a b"' }, { 'max-http-header-size': '3' }, { 'max-http-header-size': -3 }, { 'max-http-header-size': 3.5 }, { 'max-http-header-size': 1234 }, { import: [1] },
  { import: 1 }, { import: [] }, { import: 'data:text/javascript,console.log(1)' }, { 'expose-gc': true }, { 'http-parser': true }, { warnings: 'no' }, { warnings: false, title: 'x' }, { 'inspect-port': 'x' }, { 'inspect-port': 3000 }, { eval: 'x' },
  { 'no-warnings': true }, { r: 'x' }, { '--warnings': true }, { test: true }, { 'env-file': 'x' }, { 'unhandled-rejections': 'bad' }, { 'heapsnapshot-near-heap-limit': -3 }]) run(node(options));
for (const config of [{ testRunner: {} }, { other: 1 }, { test: 3 }, { test: { bogus: 1 } }, { watch: { bogus: 1 } }, { permission: { permission: false } }, { test: { test: false } }, { test: { 'test-concurrency': true } }, { test: { 'experimental-test-snapshots': true } },
  { watch: { 'watch-path': 'x' }, test: { test: true } }, { test: { 'test-isolation': 'bad', test: true } }, { test: { 'test-isolation': 'none' }, ...node({ 'test-isolation': 'none' }) }]) run(config);
const titled = node({ title: 'file' });
run(titled, [byDefault, '--title=line', 'show.js']);
run(titled, [byDefault, 'show.js'], { NODE_OPTIONS: '--title=env' });
run(titled, [byDefault, 'show.js'], { NODE_OPTIONS: '--bogus' });
run({ test: { 'test-isolation': 'bad' } }, [byDefault, '--test', '--test-isolation=none', '--test-name-pattern=none', 'show.js'], { NODE_OPTIONS: '--title=x' });
run(titled, ['show.js', byDefault, '--experimental-config-file']);
run(titled, ['-p', 'process.argv.slice(1)', '--', byDefault]);
run(titled, [byDefault, '--env-file=nowhere', 'show.js']);
run(node({ titel: 'x' }), [byDefault, '--env-file=nowhere', 'show.js']);
run(node({ titel: 'x' }), [byDefault, '-v']);
run(titled, ['--experimental-config-file=nowhere.json', 'show.js']);
run(titled, ['--experimental-config-file=', 'show.js']);
run(titled, ['--experimental-config-file', 'show.js']);
mkdirSync('folder');
run(titled, ['--experimental-config-file=folder', 'show.js']);
run(undefined, ['--experimental-config-file=a.json', '--experimental-config-file=b.json', 'show.js']);
run(undefined, ['-p', '1'], { NODE_OPTIONS: '--experimental-config-file=x.json' });
