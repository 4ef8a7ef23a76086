import './left.mjs';
import './right.mjs';
import './left.mjs';
console.log('main');
