const m = require('./mod.mjs');
console.log(m, m.value, m.default, m.__esModule, require('./mod.mjs') === m, Object.prototype.toString.call(m));
console.log(require('./exports-marked.mjs'), require('./nested.mjs').inner);
try {
  require('./async.mjs');
} catch (e) {
  console.log(e.code, e.message.replaceAll(__dirname, '<cwd>').split('\n')[0]);
}
try {
  require('./throws.mjs');
} catch (e) {
  console.log(e.message);
}
import('./mod.mjs').then((ns) => console.log(ns.value === m.value, ns.default === m.default));
