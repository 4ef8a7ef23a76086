import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
for (const s of ['#dep', '#cond', '#pat/a', '#pat/none', '#ext', '#builtin', '#null', '#missing', '#', '#/x', '#abs', '#arr']) {
  const show = (p) => p.then((m) => typeof (m.default ?? m) === 'object' ? Object.keys(m.default ?? m).length > 0 : m.default ?? m, (e) => `${e.code}: ${e.message.replaceAll(process.cwd(), '').split('\n')[0]}`);
  console.log(s, '|', await show(import(s)), '|', await show((async () => require(s))()));
}
console.log(import.meta.resolve('#dep').endsWith('/dep.mjs'));
