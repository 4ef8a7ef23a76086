const { AsyncLocalStorage } = require('async_hooks'); const a = new AsyncLocalStorage(), b = new AsyncLocalStorage();
const both = () => `${a.getStore()}/${b.getStore()}`;
a.run(1, () => b.run(2, async () => { console.log(both()); await null; console.log(both()); a.run(3, async () => { await 1; console.log(both()); }); b.exit(async () => { await 1; console.log(both()); }); await new Promise((r) => setTimeout(r, 5)); a.enterWith(9); await 0; console.log(both()); }));
console.log(both());
