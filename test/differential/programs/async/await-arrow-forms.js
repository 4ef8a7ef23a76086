// The operand of an await in every shape.
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
const o = { f: async (x) => x, g: { h: (x) => [x] }, t: (s, ...v) => s.raw.join('|') + v };
const forms = [
  async () => await o.f(1), async () => await o?.g?.h(2)[0], async () => await new Map([[1, 2]]).get(1), async () => await o.t`a${await 1}b${await o.f(2)}c`,
  async () => -await 3 + (await 4) ** 1, async () => typeof await typeof 5, async () => await (1, 2), async () => [await 1, ...await [2, 3]], async () => ({ a: await 1, [await 'k']: await { b: 2 } }),
  async () => await function () { return 7; }(), async () => await class { static x = 8; }.x, async () => (await await await 9), async () => await (async () => await 10)(), async () => await /re/.test('re'),
  async () => `${await 1}-${await `${await 2}`}`, async () => await { then(r) { r(11); } }, async () => { let i = 0; const r = await i++; return [r, i]; }, async () => !await false, async () => await import('node:path').then((p) => typeof p.join),
  async () => { for await (const x of [1, Promise.resolve(2)]) if (await x === 2) return als.getStore() + x; }, async () => (await o.f({ z: 1 })).z, async () => await o.f(1) ? await 'yes' : await 'no', async () => { await(12); return await
    13; },
];
(async () => { for (const f of forms) console.log(await als.run('s', async () => [await f(), als.getStore()])); })();
