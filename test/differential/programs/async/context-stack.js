// `at async` lines while a context is set.
const { AsyncLocalStorage } = require('node:async_hooks');
async function inner() {
  await null;
  throw new Error('inner');
}
async function outer() {
  await inner();
}
new AsyncLocalStorage().run('context', () => outer().catch((e) => console.log(e.stack.split('\n').slice(0, 3).map((line) => line.replace(/\(.*[\\/]/, '(')).join('\n'))));
