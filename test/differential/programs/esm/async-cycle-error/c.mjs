import './a.mjs';
console.log('c');
