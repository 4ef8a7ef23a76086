// node: --experimental-vm-modules --no-warnings
import vm from 'node:vm';
try { new vm.SourceTextModule('export {'); } catch (e) { console.log(e.name, e.message); }
const bad = new vm.SourceTextModule('throw new TypeError("inside")', { identifier: 'bad' });
await bad.link(() => {});
await bad.evaluate().catch((e) => console.log(e.message, bad.status, bad.error === e));
try { bad.namespace; } catch (e) { console.log(e.name, e.code); }
const unlinked = new vm.SourceTextModule('1');
await unlinked.evaluate().catch((e) => console.log(e.code));
const missing = new vm.SourceTextModule('import { nope } from "x"', { identifier: 'missing' });
await missing.link(() => new vm.SyntheticModule([], () => {})).catch((e) => console.log(e.name, e.message, missing.status));
const s = new vm.SyntheticModule(['a', 'b'], () => {}); await s.link(() => {}); await s.evaluate();
try { s.setExport('zzz', 1); } catch (e) { console.log(e.name, e.message); }
s.setExport('a', 5); console.log(s.namespace.a, s.namespace.b);
for (const f of [() => new vm.SourceTextModule(5), () => new vm.SyntheticModule('x'), () => new vm.SyntheticModule(['a', 'a'], () => {})]) try { f(); } catch (e) { console.log(e.code ?? e.name); }
