// node: --no-warnings
const { stripTypeScriptTypes } = require('module');
console.log(JSON.stringify(stripTypeScriptTypes('const a: number = 1;\nlet b = a as any;')));
console.log(stripTypeScriptTypes('enum E { A }', { mode: 'transform' }).includes('E["A"]'));
console.log(stripTypeScriptTypes('const a: number = 1;', { sourceUrl: 'x.ts' }));
console.log(/sourceMappingURL/.test(stripTypeScriptTypes('const a: number = 1;', { mode: 'transform', sourceMap: true })));
for (const bad of [() => stripTypeScriptTypes('enum E {}'), () => stripTypeScriptTypes(5), () => stripTypeScriptTypes('', { mode: 'x' }), () => stripTypeScriptTypes('const = ;'), () => stripTypeScriptTypes('', { sourceMap: true })]) try { bad(); } catch (e) { console.log(e.code, e.message.split('\n')[0]); }
