const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
async function f() {
  try { await Promise.reject(new Error('x')); } catch (e) { console.log(e.message, als.getStore()); }
  try { await { then(_, no) { no('thenable'); } }; } catch (e) { console.log(e, als.getStore()); } finally { console.log('finally', als.getStore()); }
  try { await g(); } catch (e) { console.log(e.message, als.getStore()); }
  als.enterWith('changed');
  try { await null; } finally { console.log(als.getStore()); }
}
async function g() { await 1; als.enterWith('in g'); await 2; throw new Error(als.getStore()); }
als.run('ctx', f);
als.run('other', () => f());
