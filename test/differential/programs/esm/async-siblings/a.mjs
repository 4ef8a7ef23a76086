console.log('a1');
await null;
console.log('a2');
await null;
console.log('a3');
