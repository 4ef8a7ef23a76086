export const o = { get get() { return 'g'; }, set set(v) { this.v = v; }, async async() { return 'a'; }, *gen() { yield 1; }, async *ag() { yield await 2; }, [`c${1}`]: 3, 'quoted-key': 4, 5: 6, static: 7, of: 8, from: 9, as: 10 };
o.set = 'set'; console.log(o.get, o.v, await o.async(), [...o.gen()], (await o.ag().next()).value, o.c1, o['quoted-key'], o[5], o.static, o.of, o.from, o.as);
const of = [1], from = 2, as = 3, async = 4, get = 5, let_ = 6; for (const x of of) console.log(x, from, as, async, get, let_);
