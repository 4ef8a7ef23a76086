require.extensions['.upper'] = (module, filename) => { module.exports = require('fs').readFileSync(filename, 'utf8').trim().toUpperCase(); };
console.log(require('./x.upper'), require('./x'));
const old = require.extensions['.js']; require.extensions['.js'] = (m, f) => { console.log('hook', f.split('/').pop()); m._compile('module.exports = "compiled " + __filename.split("/").pop()', f); };
console.log(require('./plain')); require.extensions['.js'] = old; delete require.extensions['.upper'];
try { require('./y'); } catch (e) { console.log(e.code); }
