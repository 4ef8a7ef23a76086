// node: --experimental-vm-modules --no-warnings
import vm from 'node:vm';
const context = vm.createContext({ log: console.log, shared: 1 });
const m = new vm.SourceTextModule('export const seen = typeof process + shared; globalThis.fromModule = 5; log("in context", typeof log); export default () => globalThis.shared;', { context, identifier: 'ctx' });
await m.link(() => {}); await m.evaluate();
console.log(m.namespace.seen, context.fromModule, globalThis.fromModule, m.namespace.default());
