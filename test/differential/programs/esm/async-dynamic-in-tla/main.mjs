// Dynamic imports inside a module that still waits.
console.log('main 1');
const other = await import('./other.mjs');
console.log('main 2', other.value);
const [x, y] = await Promise.all([import('./other.mjs'), import('./third.mjs')]);
console.log(x === other, y.default);
