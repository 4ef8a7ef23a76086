import './a.mjs';
console.log('sync1 (after a)');
