import './q.mjs';
import './x.mjs';
console.log('p1');
