const fs = require('fs'),
  path = require('path'),
  Module = require('module');
const l = console.log;
const t = (n, f) => {
  try {
    l(n, f());
  } catch (e) {
    l(
      n,
      'THROWS',
      e.name,
      e.code,
      e.message.split('\n')[0],
      e.requireStack?.map((x) => path.basename(x)),
    );
  }
};
l(
  module.id,
  module.loaded,
  module.parent,
  module.children.length,
  module.paths.length > 1,
  require.main === module,
  Object.keys(require).sort(),
  Object.keys(module),
  this === exports,
  arguments.length,
  typeof require.extensions['.js'],
  __dirname === process.cwd(),
);
const w = (f, s) => {
  fs.mkdirSync(path.dirname(f), { recursive: true });
  fs.writeFileSync(f, s);
};
w('a.js', 'exports.a=1;exports.b=require("./b").done;exports.done=true');
w('b.js', 'const a=require("./a");exports.partial={...a};exports.done="bd"');
w('j.json', '{"x":1,}');
w('bom.json', '\ufeff{"y":2}');
w('d/index.js', 'module.exports="dir"');
w('e/package.json', '{"main":"./m"}');
w('e/m.js', 'module.exports="main"');
w('f/package.json', '{bad');
w('g/package.json', '{"main":"./none"}');
w('g/index.js', 'module.exports="fallback"');
w('h.js', '#!/usr/bin/env node\nmodule.exports="hash"');
w('t.js', 'throw new TypeError("in mod")');
w('s.js', 'let x = {;');
w('r.js', 'return 5');
w('n.node', 'x');
w('u.foo', 'module.exports="foo"');
w('node_modules/x/index.js', 'module.exports=require("y")');
w('node_modules/x/node_modules/y.js', 'module.exports="nested"');
w('node_modules/@s/p/package.json', '{"name":"@s/p","exports":{"./sub":{"node":"./n.js","default":"./d.js"}}}');
w('node_modules/@s/p/n.js', 'module.exports="cond"');
w('esm.mjs', 'export default 1;export const z=2');
w('esm2.mjs', 'export default 1;export {q as "module.exports"};const q="me"');
w('mix.js', 'import "fs"; module.exports=1');
w('auto.js', 'export const auto=1');
w('strict.js', '"use strict";module.exports=(function(){return this})()');
w('ts.cts', 'const a:number=1;module.exports=a');
w('wrap.js', 'module.exports=[typeof exports,typeof require,__filename.split("/").pop(),module.parent.filename.split("/").pop()]');
for (const m of [
  './a',
  './b',
  './j.json',
  './bom.json',
  './d',
  './d/',
  './e',
  './f',
  './g',
  './h',
  './t',
  './s',
  './r',
  './u.foo',
  'x',
  '@s/p',
  '@s/p/sub',
  './esm.mjs',
  './esm2.mjs',
  './mix',
  './auto',
  './strict',
  './ts.cts',
  './wrap.js',
  './nope',
  'nopkg',
  '.',
  '..',
  '/nope',
  'node:fs/promises',
  'fs/promises',
  'node:sqlite2',
  'punycode',
  'sys',
  'constants',
  '_http_agent',
  'test',
  'node:test',
  './d/index',
  'worker_threads',
  'wasi',
  'v8',
  'cluster',
  'dgram',
  'domain',
  'http2',
  'https',
  'tls',
  'repl',
  'diagnostics_channel',
  'async_hooks',
  'stream/web',
  'util/types',
  'path/posix',
  'dns/promises',
  'assert/strict',
  'readline/promises',
  'timers/promises',
  'node:sea',
  'node:sqlite',
  'internal/util',
])
  t(m, () => {
    const r = require(m);
    return typeof r === 'object' || typeof r === 'function' ? Object.keys(r).sort().slice(0, 500).join().slice(0, 4000) : r;
  });
t('resolve', () => path.basename(require.resolve('./a')));
t('opts', () =>
  require
    .resolve('y', { paths: [path.resolve('node_modules/x')] })
    .split('/')
    .slice(-2),
);
t('cache', () => {
  delete require.cache[require.resolve('./a')];
  return require('./a').a;
});
t('ext', () => {
  require.extensions['.foo'] = (m, f) => {
    m.exports = 'ext';
  };
  delete require.cache[path.resolve('u.foo')];
  return require('./u.foo');
});
t('_load', () => {
  const o = Module._load;
  Module._load = function (r, ...a) {
    return r === 'fake' ? 'faked' : o.call(this, r, ...a);
  };
  try {
    return require('fake');
  } finally {
    Module._load = o;
  }
});
t('_resolve', () => {
  const o = Module._resolveFilename;
  Module._resolveFilename = (r, ...a) => (r === 'al' ? path.resolve('h.js') : o(r, ...a));
  try {
    return require('al');
  } finally {
    Module._resolveFilename = o;
  }
});
t('_compile', () => {
  const m = new Module('virt');
  m._compile('exports.v=__filename', '/v/x.js');
  return m.exports;
});
t('create', () => Module.createRequire('/tmp/x.js').resolve.paths('q')[0]);
t('wrap', () => {
  const o = Module.wrap;
  l(Module.wrapper);
  return o('a');
});
t('proto', () => Object.getOwnPropertyNames(Module.prototype));
t('mods', () => Object.keys(Module).sort().join());
t('srcmap', () => Module.findSourceMap('/x'));
t('strip', () => Module.stripTypeScriptTypes('const a: string = "x"; type B = 1'));
t('global', () => {
  globalThis.gg = 1;
  return gg;
});
t('paths', () => Module._nodeModulePaths('/a/node_modules/b'));
t('gp', () => Module.globalPaths.length >= 0);
t('builtin', () => Module.builtinModules.length);
