// In a sloppy script `await` is a name like any other, outside async functions.
var await = 5;
function f() { return await + 1; }
function g(await) { return await (2); }
const o = { await: 1, async() { return this.await; } };
console.log(f(), g((x) => x * 2), o.await, o.async(), await);
async function h() { return await 3; }
h().then(console.log);
label: { await; break label; }
