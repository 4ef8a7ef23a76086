import './ok.mjs';
await null;
console.log('before');
await Promise.reject(new TypeError('at the top'));
