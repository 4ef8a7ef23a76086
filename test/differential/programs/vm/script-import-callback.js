// node: --experimental-vm-modules --no-warnings
const vm = require('vm');
const s = new vm.Script('import("anything", { with: { k: "v" } })', { async importModuleDynamically(spec, script, attributes) { console.log(spec, script === s, attributes.k); const m = new vm.SyntheticModule(['default'], function () { this.setExport('default', 'made'); }); await m.link(() => {}); await m.evaluate(); return m; } });
s.runInThisContext().then((ns) => console.log(ns.default));
vm.compileFunction('return import("fn")', [], { importModuleDynamically: async (spec) => import('node:path') })().then((ns) => console.log(typeof ns.join));
new vm.Script('import("no callback")').runInThisContext().catch((e) => console.log(e.code));
vm.runInNewContext('import("ctx")', {}, { importModuleDynamically: async () => { throw new Error('refused'); } }).catch((e) => console.log(e.message));
