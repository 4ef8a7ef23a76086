const { spawnSync } = require('child_process');
const input = "({ a: { b: { c: { d: 1 } } } })\nArray.from({ length: 120 }, (_, i) => i)\n'x'.repeat(100)\nnew (class Foo { constructor() { this.y = 1 } })\nObject.create(null)\n[undefined, null, NaN, -0]\nnew Set('abc')\nBuffer.from('hi')\nnew Proxy({ p: 1 }, {})\nObject.assign(() => {}, { prop: 1 })\n({ get g() { return 1 }, set s(v) {} })\nnew WeakMap()\n[1.5, '2', [3, [4, [5, [6]]]]]\nglobalThis === global\nprocess.versions.node.split('.').length\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
