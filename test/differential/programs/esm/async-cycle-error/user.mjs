import './c.mjs';
console.log('user never');
