console.log(require('./lib'), require('./lib') === require('./lib.js'), require('./data'), require('./folder'));
console.log(module.id, module.filename === __filename, module.children.map((m) => m.id.replace(__dirname, '<cwd>')), module.paths[0].replace(__dirname, '<cwd>'));
console.log(require.main === module, module.parent, module.loaded, typeof require.cache, Object.keys(require.extensions), this === module.exports, arguments.length);
for (const id of ['./missing', 'missing-package', './lib/x', './bad.json', 'node:missing', '', './throws', 5]) {
  try {
    require(id);
  } catch (e) {
    console.log(JSON.stringify(id), e.name, e.code, e.message.replaceAll(__dirname, '<cwd>'), e.requireStack?.length);
  }
}
console.log(require.resolve('./lib').replace(__dirname, '<cwd>'), require.resolve.paths('x')[0].replace(__dirname, '<cwd>'), require.resolve('fs'));
delete require.cache[require.resolve('./lib')];
console.log(require('./lib').loads);
const Module = require('module');
const m = new Module('virtual.js');
m._compile('exports.answer = 6 * 7; exports.name = __filename', 'virtual.js');
console.log(m.exports, Module.builtinModules.includes('fs'), Module.isBuiltin('node:test'), Module.wrap('x'));
require.extensions['.txt'] = (mod, file) => { mod.exports = require('fs').readFileSync(file, 'utf8'); };
require('fs').writeFileSync('text.txt', 'text module');
console.log(require('./text.txt'));
const load = Module._load;
Module._load = function (request, ...rest) { return request === 'fake' ? 'faked' : load.call(this, request, ...rest); };
console.log(require('fake'));
return;
