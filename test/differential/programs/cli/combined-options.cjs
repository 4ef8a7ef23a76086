// Options that do not go together, and values that none takes.
const { spawnSync } = require('child_process');
const lists = [
  ['--watch-path=.', '-e', '1'], ['--watch', '-p', '1'], ['--watch', '-c'], ['--watch', '-i'], ['--watch-path=.', '--test'], ['--test', '-e', '1'], ['--test', '-c'], ['--test', '-i'],
  ['--test', '--test-isolation=x'], ['--secure-heap=3', '-p', '1'], ['--secure-heap=4', '--secure-heap-min=3', '-p', '1'], 
  ['--cpu-prof-dir=x', '-p', '1'], ['--cpu-prof-name=x', '-p', '1'], ['--heap-prof-dir=x', '--heap-prof-name=y', '-p', '1'], ['--tls-min-v1.3', '--tls-max-v1.2', '-p', '1'],
  ['--use-bundled-ca', '--use-openssl-ca', '-p', '1'], ['--use-largepages=x', '-p', '1'], ['--trace-require-module=x', '-p', '1'], ['--heapsnapshot-near-heap-limit=-1', '-p', '1'],
  ['--inspect-port=1', '-p', 'process.debugPort'], ['--inspect-port=70000', '-p', '1'], ['--inspect-port=2000', '-p', 'process.debugPort'],
  ['--no-experimental-fetch', '-p', '1'], ['--no-title', '-p', '1'], ['--no-import', '-p', '1'], ['--no-stack-trace-limit', '-p', '1'],
  ['--nope', '--check', '-e', '1'], ['--nope', '--nowhere', '-p', '1'], ['--title', '--nope', '-p', '1'], ['--unhandled-rejections=x', '--input-type=y', '-p', '1'],
];
const environments = ['1', '1 --nope', '--no-warnings 1 --nope', '--eval 1', '--nope --eval', '--test --print', '--watch-path=.', '--tls-min-v1.3 --tls-max-v1.2', '--title', '--no-title', '-', '--', '-- --nope'];
const show = (what, { status, stdout, stderr }) => console.log(what, status, String(stdout), String(stderr).replaceAll(process.execPath, 'node').split('\n').slice(0, 3).join('|'));
for (const list of lists) show(list.join(' '), spawnSync(process.execPath, list, { input: '' }));
for (const NODE_OPTIONS of environments) show(`NODE_OPTIONS=${NODE_OPTIONS}`, spawnSync(process.execPath, ['-p', '1+1'], { input: '', env: { ...process.env, NODE_OPTIONS } }));
for (const NODE_OPTIONS of ['--title', '--nope']) show(`both ${NODE_OPTIONS}`, spawnSync(process.execPath, ['--bad', '--title'], { input: '', env: { ...process.env, NODE_OPTIONS } }));
