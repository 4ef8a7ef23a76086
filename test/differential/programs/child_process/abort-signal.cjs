const { spawn, exec, fork } = require('node:child_process');
const already = AbortSignal.abort(new Error('why'));
spawn(process.execPath, ['-e', '1'], { signal: already }).on('error', (e) => console.log('spawn', e.name, e.code, e.message, e.cause?.message)).on('exit', (c, s) => console.log('spawn exit', c, s));
setTimeout(() => {
  const controller = new AbortController();
  exec('sleep 5', { signal: controller.signal }, (e) => console.log('exec', e.name, e.code, e.message));
  setTimeout(() => controller.abort(), 50);
}, 100);
