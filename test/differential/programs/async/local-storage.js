const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const log = (w) => console.log(w, als.getStore());
als.run({ id: 1 }, () => {
  setTimeout(log, 2, 'timer'); setImmediate(log, 'immediate'); process.nextTick(log, 'tick'); queueMicrotask(() => log('microtask')); Promise.resolve().then(() => log('then'));
  Promise.reject(1).catch(() => log('catch')); Promise.resolve().finally(() => log('finally'));
  require('fs').readFile(__filename, () => log('readFile'));
  require('fs').promises.readFile(__filename).then(() => log('promises.readFile'));
});
log('outside');
als.run('a', () => als.run('b', () => als.exit(() => log('exited'))));
const snapshot = als.run('snap', () => AsyncLocalStorage.snapshot());
snapshot(() => log('snapshot'));
const bound = als.run('bound', () => AsyncLocalStorage.bind(() => log('bind')));
bound();
const r = als.run('res', () => new AsyncResource('R'));
r.runInAsyncScope(() => log('resource'));
als.enterWith('entered'); log('entered'); setTimeout(() => { log('after enterWith'); als.disable(); log('disabled'); }, 150);
const named = new AsyncLocalStorage({ name: 'n', defaultValue: 7 }); console.log(named.name, named.getStore());
