const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
async function* g() { yield 1; console.log('1', als.getStore()); yield 2; console.log('2', als.getStore()); yield; }
als.run('A', () => { const it = g(); it.next(); als.run('B', () => it.next()); als.run('C', () => it.next()); });
