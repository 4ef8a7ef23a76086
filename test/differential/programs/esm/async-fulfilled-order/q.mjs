import './x.mjs';
console.log('q');
