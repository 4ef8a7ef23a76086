import './dep1.mjs';
import './dep2.mjs';
console.log('never');
