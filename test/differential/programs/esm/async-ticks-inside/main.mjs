// The order of continuations of two modules that await side by side.
import './a.mjs';
import './b.mjs';
import './c.mjs';
console.log('main');
