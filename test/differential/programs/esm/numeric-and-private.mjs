class A { #p = 1; static #s = 2; has(o) { return #p in o; } get p() { return this.#p++ / 2; } static s() { return A.#s; } #m() { return 'm'; } m() { return this.#m?.(); } }
const a = new A(); console.log(a.has(a), a.has({}), a.p, a.p, A.s(), a.m(), 1_000.5, 0b11 / 0o7, 0xff.toString(16), 1..toFixed(1), .5 / 2, 5..constructor.name, 10n ** 2n, 1e-3/1e-3);
