import './bad.mjs';
console.log('other must not run');
