// Siblings start in order, none waits for another; dependents run when theirs are done.
import './a.mjs';
import './sync1.mjs';
import './b.mjs';
import './sync2.mjs';
console.log('main');
