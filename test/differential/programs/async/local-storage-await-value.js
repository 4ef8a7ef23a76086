const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
als.run(1, async () => { await null; console.log('after a value', als.getStore()); });
