// node: --expose-gc
// The collector, when it is asked for: what nobody holds is gone afterwards.
console.log(typeof gc);
let thing = { a: 1 };
const weak = new WeakRef(thing);
thing = null;
setTimeout(() => {
  gc();
  console.log(weak.deref());
}, 10);
