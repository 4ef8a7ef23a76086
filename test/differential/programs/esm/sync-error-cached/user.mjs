import './before.mjs';
import './throws.mjs';
console.log('never');
