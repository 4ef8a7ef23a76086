import './x.mjs';
import './p1.mjs';
console.log('p3');
