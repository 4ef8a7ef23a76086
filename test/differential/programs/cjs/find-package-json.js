const m = require('module');
console.log(m.findPackageJSON === undefined ? 'none' : m.findPackageJSON('..', __filename), m.isBuiltin('fs/promises'), m.isBuiltin('sys'), m.isBuiltin('node:sea'), m.isBuiltin('sea'), m.builtinModules.includes('node:test'));
console.log(typeof m.registerHooks, typeof m.register, typeof m.flushCompileCache, m.constants.compileCacheStatus.ENABLED, typeof m.SourceMap, m.Module === m, m.globalPaths.length > 0);
