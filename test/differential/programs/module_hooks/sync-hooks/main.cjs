const { registerHooks } = require('node:module');
const hooks = registerHooks({
  resolve(specifier, context, next) { return specifier === 'virtual' ? { url: 'virtual:x', shortCircuit: true, format: 'commonjs' } : next(specifier, context); },
  load(url, context, next) { return url === 'virtual:x' ? { source: 'module.exports = "sync"', format: 'commonjs', shortCircuit: true } : next(url, context); },
});
console.log(require('virtual'));
import('virtual').then((ns) => {
  console.log(ns.default);
  hooks.deregister();
  try { require('other-virtual'); } catch (error) { console.log(error.code); }
});
