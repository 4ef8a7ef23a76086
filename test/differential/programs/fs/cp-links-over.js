// What cpSync does with links inside a tree when the other side has something of that name: which it refuses, what it says, and where the copies point.
const fs=require('fs'), path = require('path');
const say = (e) => `${e.name} ${e.code} ${e.errno} ${e.path} ${e.message} ${Object.keys(e)}`;
let n = 0;
function attempt(what, make, opts = {}) {
  const base = `cp${n++}`;
  fs.rmSync(base, {recursive:true,force:true}); fs.mkdirSync(base); const cwd = process.cwd(); process.chdir(base);
  try { make(); try { fs.cpSync('src', 'dest', {recursive:true, ...opts}); console.log(what, 'done'); } catch (e) { console.log(what, say(e).replaceAll(cwd, '')); }
   const walk = (d) => { for (const e of fs.readdirSync(d, {withFileTypes:true}).sort((a,b)=>a.name<b.name?-1:1)) { const p = d+'/'+e.name; console.log('  ', p, e.isSymbolicLink() ? fs.readlinkSync(p).replaceAll(cwd, '') : e.isDirectory() ? (fs.statSync(p).mode&0o777).toString(8)+'/' : fs.readFileSync(p,'utf8')); if (e.isDirectory()) walk(p); } }; walk('dest');
  } finally { process.chdir(cwd); }
}
const m = (...a) => a.forEach((d) => fs.mkdirSync(d, {recursive:true}));
for (const opts of [{}, {verbatimSymlinks:true}, {dereference:true}, {force:false, errorOnExist:true}, {force:false}]) {
console.log(JSON.stringify(opts));
attempt('link to dest', () => { m('src','dest'); fs.symlinkSync(path.resolve('dest'), 'src/link'); }, opts);
attempt('again', () => { m('src','dest'); fs.symlinkSync(path.resolve('dest'), 'src/link'); fs.symlinkSync(path.resolve('dest'), 'dest/link'); }, opts);
attempt('dest link to src', () => { m('src/a/b','dest/a'); fs.symlinkSync(path.resolve('src/a/b'), 'src/a/c'); fs.symlinkSync(path.resolve('src'), 'dest/a/c'); }, opts);
attempt('dest link to src relative', () => { m('src/a/b','dest/a'); fs.symlinkSync('b', 'src/a/c'); fs.symlinkSync('../../src', 'dest/a/c'); }, opts);
attempt('link to file', () => { m('src','dest'); fs.writeFileSync('src/f','f'); fs.symlinkSync('f', 'src/link'); fs.symlinkSync('g', 'dest/link'); }, opts);
attempt('same link', () => { m('src','dest','x'); fs.symlinkSync(path.resolve('x'), 'src/link'); fs.symlinkSync(path.resolve('x'), 'dest/link'); }, opts);
attempt('link into link target', () => { m('src','dest','x/y'); fs.symlinkSync(path.resolve('x'), 'src/link'); fs.symlinkSync(path.resolve('x/y'), 'dest/link'); }, opts);
attempt('link around', () => { m('src','dest','x/y'); fs.symlinkSync(path.resolve('x/y'), 'src/link'); fs.symlinkSync(path.resolve('x'), 'dest/link'); }, opts);
attempt('prefix', () => { m('src','dest','x','xy'); fs.symlinkSync(path.resolve('x'), 'src/link'); fs.symlinkSync(path.resolve('xy'), 'dest/link'); }, opts);
attempt('broken', () => { m('src','dest'); fs.symlinkSync('nowhere', 'src/link'); fs.symlinkSync('elsewhere', 'dest/link'); }, opts);
attempt('over file', () => { m('src','dest','x'); fs.symlinkSync('../x', 'src/link'); fs.writeFileSync('dest/link','file'); }, opts);
attempt('over folder', () => { m('src','dest/link','x'); fs.symlinkSync('../x', 'src/link'); }, opts);
attempt('folder over link', () => { m('src/a','dest','x'); fs.writeFileSync('src/a/f','f'); fs.symlinkSync('../x','dest/a'); }, opts);
attempt('file over folder', () => { m('src','dest/a'); fs.writeFileSync('src/a','file'); }, opts);
attempt('file over link', () => { m('src','dest'); fs.writeFileSync('src/a','file'); fs.writeFileSync('t','target'); fs.symlinkSync('../t','dest/a'); }, opts);
attempt('file over broken link', () => { m('src','dest'); fs.writeFileSync('src/a','file'); fs.symlinkSync('../t','dest/a'); }, opts);
attempt('canonical', () => { m('src','real/inner'); fs.symlinkSync('real','short'); fs.symlinkSync('../short/inner', 'src/l'); fs.symlinkSync('../short/none/../x', 'src/k'); fs.symlinkSync(path.resolve('short'), 'src/abs'); }, opts);
attempt('modes', () => { m('src/a'); fs.writeFileSync('src/a/f','file',{mode:0o600}); fs.chmodSync('src/a',0o700); fs.chmodSync('src', 0o711) }, opts);
}
