// The context goes across an await of anything.
const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const values = [null, undefined, 0, 'text', {}, { then(f) { f('thenable'); } }, Promise.resolve(1), new Promise((r) => setTimeout(r, 2)), (class P extends Promise {}).resolve(5), Symbol.iterator, () => {}, 10n];
async function all(name) {
  for (const v of values) {
    await v;
    console.log(name, typeof v, als.getStore());
  }
  return name;
}
als.run('A', () => all('a'));
als.run('B', () => all('b'));
all('none');
