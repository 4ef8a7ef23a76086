// node: --experimental-vm-modules --no-warnings
import vm from 'node:vm';
const order = [];
globalThis.order = order;
const dep = new vm.SourceTextModule('order.push("dep 1"); await null; order.push("dep 2"); export const d = 1;', { identifier: 'dep' });
const m = new vm.SourceTextModule('import { d } from "dep"; order.push("main " + d); export const x = await import("other").then((n) => n.v);', { identifier: 'm', async importModuleDynamically(spec) { order.push('dynamic ' + spec); const s = new vm.SyntheticModule(['v'], function () { this.setExport('v', 'value'); }); await s.link(() => {}); await s.evaluate(); return s; } });
await m.link(() => dep);
const p = m.evaluate(); order.push('after evaluate ' + m.status); await p;
console.log(order, m.status, m.namespace.x);
