import './a.mjs';
console.log('done');
