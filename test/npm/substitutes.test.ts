/** Packages with a native part run on its WebAssembly build. */
import { describe, expect, it } from 'vitest';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';
import { sample } from '../support/sample.ts';
import type { Tree } from '../support/sandbox-browser.ts';

interface Case { name: string; manifest: object; files?: Tree; command: string; prints: string | RegExp }

const file = (contents: string): { file: { contents: string } } => ({ file: { contents } });
const node = (program: string): string => `node --no-warnings -e ${JSON.stringify(program).replaceAll('$', '\\$')}`;
const site: Tree = {
  'index.html': file('<!doctype html><div id="root"></div><script type="module" src="/src/main.jsx"></script>\n'),
  src: { directory: { 'main.jsx': file('import "./style.css";\nconst view: string = `from ${1 + 1}`;\ndocument.getElementById("root").textContent = view;\n'.replace(': string', '')), 'style.css': file('h1 { color: red; & b { color: blue } }\n') } },
};
const BUILT = 'npx vite build > log.txt 2>&1 || cat log.txt; cat dist/assets/*.css; grep -c "from 2" dist/assets/*.js';

const SCAN = node("console.log(new (require('@tailwindcss/oxide').Scanner)({}).scanFiles([{ content: '<p class=\"flex p-4\">', extension: 'html' }]).sort().join())");

/** As the binary of the 13th version prints it; `older` has other words for the last line's first. */
const SQLITE = ['{ changes: 0, lastInsertRowid: 3 }', 'TypeError undefined This statement returns data. Use get(), all(), or iterate() instead'].map((ran) => `{ changes: 1, lastInsertRowid: 1 } [ { id: 1, name: 'a', b: <Buffer 78>, n: 2 } ]
SqliteError SQLITE_CONSTRAINT_UNIQUE UNIQUE constraint failed: t.name RangeError undefined Missing named parameter "b" RangeError undefined Too few parameter values were provided RangeError undefined The supplied SQL string contains more than one statement
SqliteError SQLITE_CONSTRAINT_UNIQUE UNIQUE constraint failed: t.name false undefined [ 'a', 'c', 'd' ] 1
${ran} TypeError undefined This statement does not return data. Use run() instead 3 { id: 1n }
`).join('');

const BCRYPT = '$2b$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW true false 12\nInvalid salt. Salt must be in the form of: $Vers$log2(NumRounds)$saltvalue\ntrue\n';

const CASES: Case[] = [
  { name: 'esbuild: the program, and the service behind its functions', manifest: { dependencies: { esbuild: '0.21.5' } }, command: `echo 'let a: number = 1; export default a' | npx esbuild --loader=ts --minify && ${node("require('esbuild').transform('const a = <b/>', { loader: 'jsx' }).then((r) => console.log(r.code.trim()))")}`, prints: 'let e=1;export default e;\nconst a = /* @__PURE__ */ React.createElement("b", null);\n' },
  { name: 'rollup', manifest: { dependencies: { rollup: '4.20.0' } }, files: { 'a.js': file("import { b } from './b.js';\nconsole.log(b);\n"), 'b.js': file('export const b = 1;\nexport const unused = 2;\n') }, command: 'npx rollup a.js --silent', prints: 'const b = 1;\n\nconsole.log(b);\n' },
  { name: 'Vite 5: esbuild and rollup', manifest: { type: 'module', devDependencies: { vite: '5.4.21' } }, files: site, command: BUILT, prints: 'h1{color:red}h1 b{color:#00f}\n1\n' },
  { name: 'Vite 8: rolldown and lightningcss', manifest: { type: 'module', devDependencies: { vite: '8.3.8' } }, files: site, command: BUILT, prints: /^h1\{color:red;?(& b|\}h1 b)\{color:#00f\}\}?\n1\n$/ },
  { name: 'swc', manifest: { dependencies: { '@swc/core': '1.7.26' } }, command: node("const swc = require('@swc/core'); const o = { jsc: { parser: { syntax: 'typescript' }, target: 'es2020' } }; console.log(swc.transformSync('let a: number = 1;', o).code.trim(), swc.parseSync('a').body[0].type); swc.minify('let first = 1; export { first }', { module: true, mangle: true }).then((r) => console.log(r.code));"), prints: /^let a = 1; ExpressionStatement\nlet \w+=1;export\{\w+ as first\};\n$/ },
  { name: "jest's resolver, whose build is of an earlier version and needs packages of its own", manifest: { dependencies: { 'unrs-resolver': '1.13.0' } }, command: node("const { ResolverFactory } = require('unrs-resolver'); const r = new ResolverFactory({ extensions: ['.json'] }); console.log(r.sync(process.cwd(), './package').path); r.async(process.cwd(), './none').then((o) => console.log(o.error))").replace(' --no-warnings', ''), prints: "/home/project/native/package.json\nCannot find module './none'\n" },
  { name: 'TypeScript 7, a native program, by the last one in JavaScript', manifest: { devDependencies: { typescript: '7.0.2' } }, files: { 'a.ts': file('export const n: number = "x";\n') }, command: 'npx tsc --noEmit --pretty false a.ts 2>said; echo $?; cat said', prints: "a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.\n2\ntsc: TypeScript 7 is a native program, which does not run in this sandbox: TypeScript 6.0.3, the last in JavaScript, runs in its place\n" },
  { name: "Next.js, a version whose build was not published, by the last one that was", manifest: { dependencies: { next: '16.4.3', react: '19.3.0', 'react-dom': '19.3.0' } }, command: node("require('next/dist/build/swc').loadBindings().then((b) => b.transform('const a: number = 1;', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } }).then((r) => console.log(b.isWasm, r.code.trim())))"), prints: 'true const a = 1;\n' },
  { name: 'Biome, a native program without a build', manifest: { dependencies: { '@biomejs/biome': '2.6.8' } }, command: 'npx biome --version 2>&1 | grep "is a native program"', prints: '@biomejs/cli-linux-x64 is a native program, which does not run in this sandbox, and @biomejs/biome brings no WebAssembly build of it\n' },
  { name: 'oxc-parser, which brings its build itself', manifest: { dependencies: { 'oxc-parser': '0.120.0' } }, command: node("const { parseSync } = require('oxc-parser'); const { program, errors } = parseSync('a.tsx', 'const a: number = <b/>;'); console.log(program.body[0].declarations[0].init.type, errors.length, parseSync('b.js', 'const = 1').errors.length > 0)"), prints: 'JSXElement 0 true\n' },
  { name: 'two builds of different generations in one folder', manifest: { dependencies: { rolldown: '1.3.2', 'oxc-resolver': '11.21.2' } }, command: node("console.log(require('oxc-resolver').sync(process.cwd(), './package.json').path); import('rolldown').then(({ VERSION }) => console.log(VERSION))"), prints: '/home/project/native/package.json\n1.3.2\n' },
  { name: 'argon2 and bcrypt of node-rs, which no longer name their builds', manifest: { dependencies: { '@node-rs/argon2': '2.2.1', '@node-rs/bcrypt': '1.10.7' } }, command: node("const a = require('@node-rs/argon2'); const b = require('@node-rs/bcrypt'); console.log(a.verifySync(a.hashSync('secret'), 'secret'), b.verifySync('secret', b.hashSync('secret', 4)), b.verifySync('other', b.hashSync('secret', 4)))"), prints: 'true true false\n' },
  { name: 'a build that names its processor in its own name alone: nothing is said of WASI', manifest: { dependencies: { 'oxc-parser': '0.156.0' } }, command: `node -e "console.log(require('oxc-parser').parseSync('a.ts', 'let a: number').errors.length)" 2>&1`, prints: '0\n' },
  { name: "@parcel/watcher, which sass --watch and Tailwind's --watch stand on, by a module of ours", manifest: { dependencies: { '@parcel/watcher': '2.6.0' } }, command: node("const fs = require('fs'); const w = require('@parcel/watcher'); fs.mkdirSync('seen/in', { recursive: true }); w.subscribe('seen', async (error, events) => { console.log(error, events.map((e) => e.type + ' ' + require('path').relative('seen', e.path)).join()); await subscribed.unsubscribe(); }, { ignore: ['**/*.log'] }).then((s) => { subscribed = s; fs.writeFileSync('seen/a.log', ''); fs.writeFileSync('seen/in/b.txt', ''); }); let subscribed"), prints: 'null create in/b.txt\n' },
  {
    name: 'better-sqlite3, of both ways to bring its part, over node:sqlite', manifest: { dependencies: { 'better-sqlite3': '13.2.0', older: 'npm:better-sqlite3@12.11.1' } }, files: { 'main.cjs': file(`
const told = (run) => { try { return run(); } catch (e) { return \`\${e.name} \${e.code} \${e.message}\`; } };
for (const name of ['better-sqlite3', 'older']) {
  const db = require(name)(':memory:');
  db.exec('create table t (id integer primary key, name text unique not null, b blob, n real)');
  const add = db.prepare('insert into t (name, b, n) values (@name, @b, @n)');
  console.log(add.run({ name: 'a', b: Buffer.from('x'), n: 2, more: 1 }), db.prepare('select * from t').all());
  console.log(told(() => add.run({ name: 'a', b: null, n: null })), told(() => add.run({ name: 'a' })), told(() => db.prepare('select ?').get()), told(() => db.prepare('select 1; select 2')));
  const many = db.transaction((names) => { for (const one of names) add.run({ name: one, b: null, n: 0.5 }); });
  console.log(told(() => many(['b', 'a'])), db.inTransaction, told(() => many(['c', 'd'])), db.prepare('select name from t').pluck().all(), db.pragma('foreign_keys', { simple: true }));
  console.log(told(() => db.prepare('select 1').run()), told(() => add.get({ name: 'e', b: null, n: 1 })), [...db.prepare('select id, 1 + ? from t').raw().iterate(1)].length, db.prepare('select id from t').safeIntegers().get());
}
`) }, command: 'node main.cjs', prints: SQLITE,
  },
  { name: 'bcrypt, over bcryptjs', manifest: { dependencies: { bcrypt: '6.0.0' } }, command: node("const b = require('bcrypt'); const known = '$2b$04$' + 'abcdefghijklmnopqrstuu'; console.log(b.hashSync('secret', known), b.compareSync('secret', b.hashSync('secret', 4)), b.compareSync('other', b.hashSync('secret', 4)), b.getRounds(b.genSaltSync(12))); b.hash(Buffer.from('pw'), 4).then((h) => b.compare('pw', h)).then((same) => console.log(same)); b.hash('x', 'no salt').catch((e) => console.log(e.message))"), prints: BCRYPT },
  { name: 'sqlite3 with its callbacks, over node:sqlite', manifest: { dependencies: { sqlite3: '6.0.1' } }, files: { 'main.cjs': file(`
const sqlite3 = require('sqlite3').verbose();
const db = new sqlite3.Database(':memory:', (e) => console.log('open', e));
db.serialize(() => {
  db.run('CREATE TABLE lorem (id INTEGER PRIMARY KEY, info TEXT UNIQUE)');
  const stmt = db.prepare('INSERT INTO lorem (info) VALUES (?)');
  for (let i = 0; i < 3; i++) stmt.run('Ipsum ' + i);
  stmt.finalize();
  db.run('INSERT INTO lorem (info) VALUES ($a)', { $a: 'named' }, function (e) { console.log('run', e, this.lastID, this.changes); });
  db.each('SELECT id, info FROM lorem', (e, row) => console.log(row.id + ': ' + row.info), (e, n) => console.log('complete', e, n));
  db.get('SELECT * FROM lorem WHERE id = ?', [2], (e, row) => console.log('get', e, row));
  db.get('SELECT * FROM lorem WHERE id = ?', 200, (e, row) => console.log('none', e, row));
  db.all('SELECT info FROM lorem WHERE id > ?', 2, (e, rows) => console.log('all', e, rows));
  db.run("INSERT INTO lorem (info) VALUES ('named')", (e) => console.log('fails', e.errno, e.code, e.message));
  db.run('nonsense', (e) => console.log('syntax', e.errno, e.code, e.message));
  db.run('BEGIN;', undefined, (e) => console.log('begin', e));
  db.run('ROLLBACK');
  db.exec('CREATE TABLE b (x); INSERT INTO b VALUES (1)', (e) => console.log('exec', e));
  db.map('SELECT id, info FROM lorem', (e, m) => console.log('map', m));
});
db.close((e) => { console.log('close', e); db.get('select 1', (e) => console.log('closed', e.code)); });
`) }, command: 'node main.cjs', prints: `open null
run null 4 1
1: Ipsum 0
2: Ipsum 1
3: Ipsum 2
4: named
complete null 4
get null { id: 2, info: 'Ipsum 1' }
none null undefined
all null [ { info: 'Ipsum 2' }, { info: 'named' } ]
fails 19 SQLITE_CONSTRAINT SQLITE_CONSTRAINT: UNIQUE constraint failed: lorem.info
syntax 1 SQLITE_ERROR SQLITE_ERROR: near "nonsense": syntax error
begin null
exec null
map { '1': 'Ipsum 0', '2': 'Ipsum 1', '3': 'Ipsum 2', '4': 'named' }
close null
closed SQLITE_MISUSE
` },
  { name: 'sharp', manifest: { dependencies: { sharp: '0.35.5' } }, command: node("require('sharp')({ create: { width: 8, height: 4, channels: 3, background: 'red' } }).png().toBuffer().then((b) => console.log(b.subarray(1, 4).toString(), b.readUInt32BE(16), b.readUInt32BE(20)))"), prints: 'PNG 8 4\n' },
  { name: "Tailwind's oxide, installed and missing", manifest: { dependencies: { '@tailwindcss/oxide': '4.3.3' } }, command: `${SCAN} && rm -r node_modules/@tailwindcss/oxide-wasm32-wasi && ${SCAN}`, prints: 'class,flex,p-4\nclass,flex,p-4\n' },
];

describe('native parts', () => {
  const own = mirroredSandbox();

  it.each(sample(CASES, 1))('$name', async ({ manifest, files = {}, command, prints }) => {
    await own.sandbox.mount({ native: { directory: { ...files, 'package.json': file(JSON.stringify({ name: 'native', version: '1.0.0', ...manifest })) } } });
    const options = { cwd: 'native', timeoutMs: 180_000, env: { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_progress: 'false' } };
    const installed = await own.sandbox.run('npm', ['install', '--silent'], options);
    expect(installed).toMatchObject({ output: '', exit: 0 });
    const { output } = await own.sandbox.run('sh', ['-c', command], options);
    if (typeof prints === 'string') expect(output.replaceAll('\r\n', '\n')).toBe(prints);
    else expect(output.replaceAll('\r\n', '\n')).toMatch(prints);
    await own.sandbox.run('rm', ['-rf', '/home/project/native']);
  }, 400_000);
});
