// What a function's text says, and where errors in it are, does not change.
async function named(a) { const b = await a; return await(b) + await  named.x?.y; }
const arrow = async () => await null;
const o = { async m() { await this; }, async *g() { yield await 1; }, get await() { return 1; } };
console.log(named.toString(), arrow.toString(), o.m.toString(), o.g.toString(), o.await);
async function fails() { await null; await null.x; }
async function fails2() { const a = [await 1, await 2, (() => { throw new Error('here'); })()]; }
fails().catch((e) => console.log(e.stack.split("\n").filter((l) => !l.includes("node:internal")).join("\n")));
fails2().catch((e) => console.log(e.stack.split("\n").filter((l) => !l.includes("node:internal")).join("\n")));
console.log(new (async () => {}).constructor('a', 'return await a').toString());
