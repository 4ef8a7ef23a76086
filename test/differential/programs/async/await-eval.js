const { AsyncLocalStorage } = require('async_hooks');
const vm = require('vm');
const als = new AsyncLocalStorage();
globalThis.als = als;
const AsyncFunction = (async () => {}).constructor;
als.run('E', async () => {
  console.log(await new AsyncFunction('await null; return als.getStore()')());
  console.log(await vm.runInThisContext('(async () => { await 0; return als.getStore(); })()'));
  console.log(await vm.runInNewContext('(async () => { await 0; return als.getStore(); })()', { als }));
  console.log(await vm.compileFunction('return (async () => { await 0; return als.getStore(); })()')());
  console.log(await new Function('return (async (x) => { await x; return als.getStore(); })()')());
});
