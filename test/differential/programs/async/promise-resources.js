// Resources of promises in async_hooks.
const hooks = require('node:async_hooks');
const types = [];
const hook = hooks.createHook({ init: (id, type) => types.push(type) }).enable();
(async () => { await null; await Promise.resolve(1); })().then(() => {
  hook.disable();
  console.log(types);
});
