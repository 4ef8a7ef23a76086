console.log(module.id, module.path === __dirname, module.filename === __filename, module.loaded, module.parent, module.children.length, module.paths[0].endsWith('node_modules'), require.main === module);
const child = require('./child'); console.log(child.id.split('/').pop(), child.loadedWhen, child.parentIsMain, module.children.length, module.children[0].loaded, module.children[0].exports === child);
console.log(Object.keys(require), typeof require.resolve.paths, require.extensions['.js'] !== undefined, Object.keys(module), module.constructor === require('module'), module instanceof require('module'));
process.on('exit', () => console.log('loaded at exit', module.loaded));
