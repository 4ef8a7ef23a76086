const { spawnSync } = require('child_process');
const input = "console.log('out')\nconsole.error('err')\nconsole.table([[1, 2]])\nconsole.log('%s %d', 'a', 1)\nsetTimeout(() => console.log('later'), 1) && 'queued'\nprocess.nextTick(() => console.log('tick')) ?? 'next'\nqueueMicrotask(() => console.log('micro'))\nprocess.stdout.write('raw\\n')\n(() => { console.log('side'); return 'value' })()\nprocess.exitCode = 3\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
