const { AsyncLocalStorage } = require('async_hooks'); const als = new AsyncLocalStorage(); class P extends Promise {}
const log = (n) => console.log(n, als.getStore());
als.run('T', async () => { await P.resolve(1); log('subclass'); await new P((r) => setTimeout(r, 1)); log('subclass later'); await { then(r) { setTimeout(r, 1); } }; log('thenable'); await Object.create({ then: (r) => r() }); log('inherited'); const frozen = Object.freeze(Promise.resolve(3)); await frozen; log('frozen'); await Promise.race([1, 2]); log('race'); try { await Promise.any([Promise.reject(1)]); } catch { log('any'); } });
setTimeout(() => log('outside'), 50);
