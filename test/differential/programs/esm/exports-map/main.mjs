import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const specs = ['pkg', 'pkg/sub', 'pkg/feature/a', 'pkg/feature/deep/b', 'pkg/feature/private/x', 'pkg/null', 'pkg/missing', 'pkg/package.json', 'pkg/arr', 'pkg/cond', 'pkg/trail/x.js', 'pkg/bad-target', 'pkg/', 'self-name', 'noexp', 'noexp/lib/x.js', 'noexp/lib/x', 'sugar', 'sugar/x', 'pkg/nested'];
for (const s of specs) {
  const show = (p) => p.then((m) => m.default ?? m, (e) => `${e.code}: ${e.message.replaceAll(process.cwd(), '').split('\n')[0]}`);
  console.log(s, '|', await show(import(s)), '|', await show((async () => require(s))()));
}
