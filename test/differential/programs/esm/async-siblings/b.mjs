import './deep.mjs';
console.log('b1');
await 0;
console.log('b2');
