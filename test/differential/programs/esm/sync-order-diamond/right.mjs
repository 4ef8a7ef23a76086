import './base.mjs';
import './left.mjs';
console.log('right');
