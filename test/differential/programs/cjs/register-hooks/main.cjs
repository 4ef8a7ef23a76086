const { registerHooks } = require('module');
const hooks = registerHooks({
  resolve(specifier, context, next) { if (specifier === 'virtual:x') return { url: 'virtual:x', format: 'commonjs', shortCircuit: true }; if (specifier === 'esm:y') return { url: 'esm:y', format: 'module', shortCircuit: true }; return next(specifier, context); },
  load(url, context, next) { if (url === 'virtual:x') return { source: 'module.exports = { from: "hook" }', format: 'commonjs', shortCircuit: true }; if (url === 'esm:y') return { source: 'export default "esm hook"', format: 'module', shortCircuit: true }; const r = next(url, context); if (url.endsWith('real.js')) r.source = String(r.source).replace('plain', 'changed'); return r; },
});
console.log(require('virtual:x'), require('./real.js'), require('esm:y').default);
import('esm:y').then((m) => { console.log(m.default); hooks.deregister(); try { require('virtual:x2'); } catch (e) { console.log(e.code); } });
