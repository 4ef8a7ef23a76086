const ns = require('./a.mjs'); console.log(ns.x, ns.default, ns.__esModule, Object.keys(ns), ns[Symbol.toStringTag]);
console.log(require('./a.mjs') === ns, require('./marked.mjs'), require('./only.mjs').value, require('./exported.mjs'));
for (const f of ['./tla.mjs', './throws.mjs', './bad.mjs', './missing.mjs']) try { console.log(require(f)); } catch (e) { console.log(e.code ?? e.name, e.message.split('\n')[0].replaceAll(__dirname, '')); }
import('./a.mjs').then((m) => console.log(m.x === ns.x, m === ns));
