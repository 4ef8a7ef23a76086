import './base.mjs';
console.log('left');
