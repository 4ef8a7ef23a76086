// Options of V8: Node takes those it knows, and V8 judges their values. node --completion-bash.
const { spawnSync } = require('node:child_process');
const show = (what, { status, stdout, stderr }) => console.log(what, status, String(stdout), String(stderr).replaceAll(process.execPath, 'node'));
for (const list of [['--harmony'], ['--no-harmony'], ['-harmony'], ['--harmony=3'], ['--stack-size=900'], ['--stack-size'], ['--stack-size=abc'], ['--no-stack-size=3'], ['--nostack-size'], ['--no-opt'], ['--noopt'], ['--max-lazy'],
  ['--max-lazy=x', '--nope'], ['--max-old-space-size=x'], ['--max_old_space_size=x'], ['--max-old-space-size'], ['--max-old-space-size=-1'], ['--max-old-space-size=99999999999999999999'], ['--max-old-space-size=64'],
  ['--nope', '--stack-size=x', '--nowhere'], ['--stack-size=900', '--nope', '--nowhere=3'], ['--stress-marking=3.5'], ['--random-gc-interval='], ['---harmony'], ['--sparkplug-x=1'], ['--stack-trace-limit=x'], ['--stack-trace-limit', '3'],
  ['--stack-trace-limit='], ['--single-threaded', '--no-lazy', '--max-semi-space-size=16']]) show(list.join(' '), spawnSync(process.execPath, [...list, '-p', '1'], { input: '' }));
for (const NODE_OPTIONS of ['--max-old-space-size=x', '--stack-trace-limit=x', '--harmony', '--stack-size=3', '--max-old-space-size=64']) show(`NODE_OPTIONS=${NODE_OPTIONS}`, spawnSync(process.execPath, ['--nope', '-p', '1'], { input: '', env: { ...process.env, NODE_OPTIONS } }));
for (const list of [['--completion-bash'], ['--completion-bash', '--v8-options', 'x.js'], ['--completion-bash', '--version'], ['--completion-bash', '--nope']]) show(list.join(' '), spawnSync(process.execPath, list, { input: '' }));
