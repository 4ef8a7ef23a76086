const { AsyncLocalStorage } = require('async_hooks'); const als = new AsyncLocalStorage(); let sum = 0;
async function walk(n) { await (n % 2 ? n : Promise.resolve(n)); if (als.getStore() !== 'R') throw new Error('lost at ' + n); sum += n; if (n > 0) await walk(n - 1); }
als.run('R', () => walk(200)).then(() => console.log(sum, als.getStore()));
const parallel = async (id) => { for (let i = 0; i < 20; i++) { await (i % 3 ? i : new Promise((r) => setImmediate(r))); if (als.getStore() !== id) return `lost ${id}`; } return id; };
Promise.all([1, 2, 3, 4].map((id) => als.run(id, () => parallel(id)))).then(console.log);
