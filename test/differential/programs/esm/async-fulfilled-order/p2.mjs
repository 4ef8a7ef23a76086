import './x.mjs';
console.log('p2 start');
await null;
console.log('p2 end');
