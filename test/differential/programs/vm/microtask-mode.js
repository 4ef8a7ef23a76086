// A context with microtasks of its own.
const vm = require('node:vm');
const told = (name, ask) => { try { console.log(name, ask()); } catch (e) { console.log(name, e.code, e.message); } };
const log = [];
told('own queue', () => {
  vm.runInContext('Promise.resolve().then(() => log.push("microtask"))', vm.createContext({ log }, { microtaskMode: 'afterEvaluate' }));
  return log.join();
});
told('memory', () => typeof vm.measureMemory().then);
