const Module = require('module');
const load = Module._load, resolve = Module._resolveFilename, wrap = Module.wrap;
Module._load = function (request, parent, isMain) { return request === 'virtual' ? { virtual: true } : load.apply(this, arguments); };
console.log(require('virtual')); Module._load = load;
Module._resolveFilename = function (request, ...rest) { return resolve.call(this, request === 'alias' ? './real.js' : request, ...rest); };
console.log(require('alias')); Module._resolveFilename = resolve;
console.log(wrap('X'), Module.wrapper[0]); Module.wrapper[0] = '(function (exports, require, module, __filename, __dirname) { var injected = 42; ';
console.log(require('./injected'), Module.builtinModules.length > 60, Module._nodeModulePaths('/a/b'), Module._extensions === require.extensions, Module._cache === require.cache);
const m = new Module('/tmp/fake.js', module); m.filename = '/tmp/fake.js'; m.paths = []; m._compile('module.exports = [__filename, require.main !== module]', '/tmp/fake.js'); console.log(m.exports);
