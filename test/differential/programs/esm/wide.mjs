import * as fs from 'fs';
import { createRequire, builtinModules, isBuiltin, findPackageJSON, Module } from 'module';
import path from 'path';
const l = console.log;
const t = async (n, f) => {
  try {
    l(n, await f());
  } catch (e) {
    l(n, 'THROWS', e.name, e.code, e.message.split('\n')[0]);
  }
};
l(
  import.meta.url.split('/').pop(),
  import.meta.filename === process.argv[1],
  import.meta.dirname === process.cwd(),
  import.meta.main,
  Object.keys(import.meta),
  typeof import.meta.resolve,
  import.meta.resolve('./x.js').split('/').pop(),
  import.meta.resolve('fs'),
);
const require = createRequire(import.meta.url);
l(require('path') === path, require.main === undefined, builtinModules.length, isBuiltin('node:test'), isBuiltin('test'), typeof this, typeof module, typeof __filename);
fs.writeFileSync('a.cjs', 'exports.x=1;module.exports.y=function(){return this};exports.default=5;');
fs.writeFileSync('b.mjs', 'export let n=0;export function inc(){n++};export default class{};export const u=import.meta.url;');
fs.writeFileSync('c.json', '{"k":[1]}');
fs.writeFileSync('d.js', 'module.exports={q:1,get w(){return 2}}');
fs.writeFileSync('err.mjs', 'throw new Error("boom")');
fs.writeFileSync('syn.mjs', 'export const a = ;');
fs.writeFileSync('cyc1.mjs', 'import {b} from "./cyc2.mjs";export const a="a"+b;');
fs.writeFileSync('cyc2.mjs', 'import {a} from "./cyc1.mjs";export const b="b";export const f=()=>a;');
fs.writeFileSync('tla.mjs', 'export const v=await new Promise(r=>setTimeout(r,2,"tla"));');
fs.writeFileSync('star.mjs', 'export * from "./b.mjs";export * as ns from "./tla.mjs";export {default} from "./a.cjs"');
fs.writeFileSync('ty.ts', 'const x: number = 4; interface A {b: string}; export enum2; export default x as number;'.replace('export enum2; ', ''));
fs.writeFileSync('te.ts', 'enum A {B}; export default A');
fs.writeFileSync('noext', 'export default 1');
fs.mkdirSync('node_modules/pk/lib', { recursive: true });
fs.writeFileSync(
  'node_modules/pk/package.json',
  JSON.stringify({
    name: 'pk',
    version: '1.2.3',
    exports: { '.': { import: './lib/i.mjs', require: './lib/r.cjs' }, './feat/*': './lib/*.mjs', './hid': null, './package.json': './package.json' },
    imports: { '#in': './lib/i.mjs' },
  }),
);
fs.writeFileSync('node_modules/pk/lib/i.mjs', 'export default "esm"; export {default as self} from "#in"');
fs.writeFileSync('node_modules/pk/lib/r.cjs', 'module.exports="cjs"');
fs.writeFileSync('node_modules/pk/lib/f1.mjs', 'export default "f1"');
await t('cjs', () => import('./a.cjs'));
await t('esm', async () => {
  const m = await import('./b.mjs');
  m.inc();
  return [m, m.n];
});
await t('json', async () => (await import('./c.json', { with: { type: 'json' } })).default);
await t('jsonno', () => import('./c.json'));
await t('jsonx', () => import('./b.mjs', { with: { type: 'json' } }));
await t('attr', () => import('./b.mjs', { with: { foo: 'x' } }));
await t('getter', () => import('./d.js'));
await t('err', () => import('./err.mjs'));
await t('err2', () => import('./err.mjs'));
await t('syn', () => import('./syn.mjs'));
await t('cyc', () => import('./cyc2.mjs'));
await t('cyc1', () => import('./cyc1.mjs'));
await t('tla', () => import('./tla.mjs'));
await t('star', () => import('./star.mjs'));
await t('missing', () => import('./zz.mjs'));
await t('missingpkg', () => import('zzpkg'));
await t('dir', () => import('./node_modules'));
await t('ext', () => import('./b'));
await t('noext', () => import('./noext'));
await t('ts', () => import('./ty.ts'));
await t('tse', () => import('./te.ts'));
await t('pk', () => import('pk'));
await t('pkr', () => require('pk'));
await t('feat', () => import('pk/feat/f1'));
await t('hid', () => import('pk/hid'));
await t('deep', () => import('pk/lib/i.mjs'));
await t('pj', () => require('pk/package.json').version);
await t('data', () => import('data:text/javascript,export default 5'));
await t('datac', () => import('data:application/json,{"a":1}', { with: { type: 'json' } }));
await t('http', () => import('http://x/y.js'));
await t('blobu', () => import('blob:x'));
await t('node', () => import('node:zz'));
await t('q', async () => [(await import('./b.mjs?x')).n, (await import('./b.mjs?x')) === (await import('./b.mjs?x')), (await import('./b.mjs#f')).u.endsWith('#f')]);
await t('reqesm', () => require('./b.mjs'));
await t('reqtla', () => require('./tla.mjs'));
await t('imp#', () => import('#nope'));
await t('toString', () => Object.prototype.toString.call(fs));
await t('nsprops', async () => {
  const m = await import('./b.mjs');
  return [Object.keys(m), Object.isExtensible(m), Reflect.ownKeys(m), 'n' in m, Object.getOwnPropertyDescriptor(m, 'n'), JSON.stringify(m)];
});
await t('del', async () => {
  const m = await import('./b.mjs');
  delete m.n;
});
await t('find', () =>
  findPackageJSON('pk', import.meta.url)
    .split('/')
    .slice(-2),
);
await t('url', () => import(new URL('./b.mjs', import.meta.url)).then((m) => m.n));
await t('sym', () => import(Symbol()));
await t('empty', () => import(''));
await t('abs', () => import('/nope.mjs'));
await t('enc', () => import('./b%2fc.mjs'));
await t('cache', () => [Object.keys(require.cache).map((x) => path.basename(x))]);
await t('strip', () => Module.stripTypeScriptTypes?.('let a: number = 1'));
await t('wrap', () => Module.wrap('x'));
await t('sync', () => Module.syncBuiltinESMExports());
await t('hooks', () => {
  const h = Module.registerHooks({
    resolve(s, c, n) {
      if (s === 'virt:x') return { url: 'virt:x', shortCircuit: true };
      return n(s, c);
    },
    load(u, c, n) {
      if (u === 'virt:x') return { format: 'module', source: 'export default "virt"', shortCircuit: true };
      return n(u, c);
    },
  });
  return import('virt:x').then((m) => {
    h.deregister();
    return m.default;
  });
});
await t('wasm', () => {
  fs.writeFileSync('w.wasm', Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]));
  return import('./w.wasm');
});
await t('vm', async () => {
  const vm = (await import('vm')).default;
  return [vm.runInNewContext('a+1', { a: 1 }), vm.isContext({}), new vm.Script('this.zz=3;zz').runInThisContext(), typeof vm.SourceTextModule];
});
await t('using', () => {
  const o = [];
  {
    using a = {
      [Symbol.dispose]() {
        o.push('d');
      },
    };
    o.push('b');
  }
  return o;
});
