async function f() { const { a } = await import('./m.mjs'); return a; }
f().then(console.log);
(async () => { for await (const x of [1, Promise.resolve(2)]) console.log(x, await Promise.all([x, await x])); })();
console.log(f.toString().length, (async (x) => { await(x) }).toString());
