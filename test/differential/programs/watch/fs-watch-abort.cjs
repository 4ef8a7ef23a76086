const fs = require('node:fs');
const controller = new AbortController();
const watcher = fs.watch('.', { signal: controller.signal });
watcher.on('close', () => console.log('close'));
watcher.on('error', (error) => console.log(error.name));
controller.abort();
try { fs.watch('missing'); } catch (error) { console.log(error.code, error.syscall, error.path, error.filename, error.message); }
for (const args of [[5], ['.', 5], ['.', { encoding: 'nope' }], ['.', {}, 5], ['.', { persistent: 5 }]]) {
  try { fs.watch(...args).close(); console.log('ok'); } catch (error) { console.log(error.code, error.message); }
}
