const vm = require('vm');
const ctx = vm.createContext({ setTimeout, log: console.log });
(async () => {
  console.log(await vm.runInContext('(async () => { await null; return 1; })()', ctx));
  console.log(await vm.runInContext('new Promise((r) => setTimeout(r, 1, "timer"))', ctx));
  await vm.runInContext('(async function* () { yield 1; yield 2; })()', ctx).next().then(console.log);
  await vm.runInContext('Promise.reject(new TypeError("inside"))', ctx).catch((e) => console.log(e.name, e.message));
  try { await vm.runInContext('(async () => { throw new RangeError("r") })()', ctx); } catch (e) { console.log(e.message); }
})();
