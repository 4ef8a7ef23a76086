import main from 'pkg';
import sub from 'pkg/sub';
import { kind } from 'dual';
import own from '#own';
import pattern from 'pkg/features/one';
import scoped from '@scope/thing';
import legacy from 'legacy';
console.log(main, sub, kind, own, pattern, scoped, legacy);
for (const spec of ['pkg/hidden', 'pkg/features/missing', '#nothing', 'pkg/private/x']) {
  await import(spec).catch((e) => console.log(spec, e.code, e.message.replaceAll(process.cwd(), '<cwd>')));
}
import { createRequire, findPackageJSON } from 'node:module';
const require = createRequire(import.meta.url);
console.log(require('dual').kind, require('pkg'), findPackageJSON('pkg', import.meta.url).replace(process.cwd(), '<cwd>'));
console.log(import.meta.resolve('pkg/sub').replace(`file://${process.cwd()}`, '<cwd>'));
