export default function () { return 1; }
export const a = () => 2, b = async () => { await a(); return 3; };
export class Foo extends Array { x = 1; static y = 2; #z = a(); static { a(); } constructor() { super(); if (this.x) { this.q = 1; } } get z() { return this.#z; } static async sa() { return 1; } static *sg() { yield 1; } ['computed' + 1]() { return 1; } 'quoted'() { } 12() { } async *ag() { yield await 1; } }
new Foo().computed1(); Foo.sa();
export class Bar { m() {} }
const arrow = async x => { if (x) return await x; return 1 };
await arrow(1);
const list = [() => 1, function () { return 2; }, async () => 3]; list[0]();
const obj = { a: () => 1, 'b c': () => 2, [`k`]: () => 3, nested: { deep() { return 1; }, fn: function () { return 1; } } };
obj.a(); obj.nested.deep();
const bound = ((a) => a)(1);
let late; late = () => 1; late();
obj.assigned = () => 5; obj.nested.more = function () { return 6; }; obj.assigned(); obj['x y'] = () => 1;
setTimeout(() => { if (bound) { list[1](); } }, 1);
export { bound as default2 };
const tpl = `${bound ? 'a' : 'b'} ${(() => 'x')()}`;
while (true) { if (bound) break; }
for (;;) { break; }
if (bound) { const inner = () => { return 1; }; inner(); } else { const other = () => 2; other(); }
label: for (const q of [1]) { continue label; }
