const o = { d: new Date(5), r: /a/gi, m: new Map([[{ k: 1 }, new Set([2])]]), e: new RangeError('msg', { cause: 'c' }), ab: new Uint16Array([1, 2]), n: null, u: undefined, nested: [[1], [2n]], bool: Object(true), str: Object('s') };
o.self = o;
const c = structuredClone(o);
console.log(c.d.getTime(), c.r, c.m, c.e.name, c.e.message, c.e.cause, c.ab, c.n, 'u' in c, c.nested, c.self === c, c.bool, c.str, c !== o);
class K { constructor() { this.a = 1; } get g() { return 2; } }
console.log(structuredClone(new K()), structuredClone(new K()) instanceof K, structuredClone([1, , 3]), structuredClone(Object.create({ inherited: 1 })));
const buf = new ArrayBuffer(4); const t = structuredClone({ buf }, { transfer: [buf] }); console.log(buf.byteLength, buf.detached, t.buf.byteLength);
for (const v of [() => {}, Symbol('s'), { f() {} }, new WeakSet(), process, new Proxy({}, {}), globalThis.URL]) { try { console.log(structuredClone(v)); } catch (e) { console.log(e.name, e.message, e.code); } }
try { structuredClone(); } catch (e) { console.log(e.code, e.message); }
