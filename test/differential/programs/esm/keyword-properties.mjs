const o = { import: 1, export: 2, await: 3, default: 4, async import(x) { return x; }, get export_() { return 1; }, return: 5 };
class K { import() { return 'i'; } static async await() { return 'a'; } export = 1; return() { return 'r'; } catch() { return 'c'; } for() { return 'f'; } }
console.log(o.import, o.export, o.await, o.default, await o.import(6), await K.await(), new K().import(), new K().export, new K().return(), new K().catch(), new K().for(), o?.import);
export { o as import, K as export };
import('./keyword-properties.mjs').then((ns) => console.log(Object.keys(ns)));
