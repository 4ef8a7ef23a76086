import './good.mjs';
import './bad.mjs';
import './late.mjs';
console.log('top must not run');
