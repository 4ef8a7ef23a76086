import * as ns from './m.mjs';
console.log(Object.getOwnPropertyDescriptors(ns));
console.log(Object.keys(ns), Reflect.ownKeys(ns), Object.isFrozen(ns), Object.isSealed(ns), Object.isExtensible(ns));
console.log(Object.getPrototypeOf(ns), ns[Symbol.toStringTag], Object.prototype.toString.call(ns), 'a' in ns, 'zz' in ns, ns.zz);
console.log(Reflect.set(ns, 'a', 1), Reflect.deleteProperty(ns, 'a'), Reflect.deleteProperty(ns, 'zz'), Reflect.defineProperty(ns, 'a', { value: 1 }), Reflect.defineProperty(ns, 'a', { value: 'a' }), Reflect.setPrototypeOf(ns, null), Reflect.setPrototypeOf(ns, {}), Reflect.preventExtensions(ns));
console.log(Reflect.has(ns, Symbol.toStringTag), Reflect.get(ns, 'b'), Object.entries(ns), JSON.stringify(ns), { ...ns });
for (const k in ns) console.log(k);
