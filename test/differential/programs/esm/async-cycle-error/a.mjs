import './b.mjs';
console.log('a never');
