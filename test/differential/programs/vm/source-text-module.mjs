// node: --experimental-vm-modules --no-warnings
import vm from 'node:vm';
const m = new vm.SourceTextModule('import { a } from "dep"; export default a + 1; export const meta = import.meta.x; export { a as again };', { identifier: 'my-module', initializeImportMeta(meta) { meta.x = 'set'; } });
console.log(m.status, m.identifier, m.dependencySpecifiers);
try { m.namespace; } catch (e) { console.log(e.code); }
await m.link(async (spec, ref) => { console.log(spec, ref === m); return new vm.SyntheticModule(['a'], function () { this.setExport('a', 41); }, { identifier: 'synthetic' }); });
console.log(m.status);
console.log(await m.evaluate(), m.status, m.namespace.default, m.namespace.meta, m.namespace.again);
console.log(Object.keys(m.namespace), m.error === undefined ? '' : 'has error');
