// What Object.prototype has, by each way of listing.
console.log(Reflect.ownKeys(Object.prototype), Object.getOwnPropertySymbols(Object.prototype), Object.keys(Object.getOwnPropertyDescriptors(Object.prototype)).length);
for (const f of [Reflect.ownKeys, Object.getOwnPropertySymbols, Object.getOwnPropertyDescriptors]) console.log(f.name, f.length, Object.getOwnPropertyNames(f), require('util').types.isProxy(f));
console.log(Reflect.ownKeys({ a: 1, [Symbol('s')]: 2 }), Object.getOwnPropertySymbols.call(null, { [Symbol.iterator]: 1 }), [{ a: 1 }, { b: 1 }].map(Reflect.ownKeys));
try { Reflect.ownKeys(1); } catch (e) { console.log(e.message); }
try { new Reflect.ownKeys({}); } catch (e) { console.log(e.message); }
