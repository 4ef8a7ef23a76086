const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const log = (w) => console.log(w, als.getStore());
als.run({ id: 1 }, () => {
  setImmediate((word) => {
    log(word);
    setTimeout((next) => {
      log(next);
      require('fs').readFile(__filename, () => {
        log('readFile');
        require('fs').promises.readFile(__filename).then(() => { log('promises.readFile'); later(); });
      });
    }, 2, 'timer');
  }, 'immediate');
  process.nextTick(log, 'tick'); queueMicrotask(() => log('microtask')); Promise.resolve().then(() => log('then'));
  Promise.reject(1).catch(() => log('catch')); Promise.resolve().finally(() => log('finally'));
});
log('outside');
als.run('a', () => als.run('b', () => als.exit(() => log('exited'))));
const snapshot = als.run('snap', () => AsyncLocalStorage.snapshot());
snapshot(() => log('snapshot'));
const bound = als.run('bound', () => AsyncLocalStorage.bind(() => log('bind')));
bound();
const r = als.run('res', () => new AsyncResource('R'));
r.runInAsyncScope(() => log('resource'));
als.enterWith('entered'); log('entered');
const later = AsyncLocalStorage.bind(() => setTimeout(() => { log('after enterWith'); als.disable(); log('disabled'); }, 1));
const named = new AsyncLocalStorage({ name: 'n', defaultValue: 7 }); console.log(named.name, named.getStore());
