import './c.mjs';
await null;
console.log('b');
throw new RangeError('in b');
