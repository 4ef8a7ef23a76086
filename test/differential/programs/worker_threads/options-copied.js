// NODE_OPTIONS of the process itself are taken from a copy of its environment, also where a thread may not have them of its own; bytes that were marked as uncloneable are cloned all the same.
const { spawnSync } = require('node:child_process');
const { markAsUncloneable } = require('node:worker_threads');
const code = (env) => `const { Worker } = require('worker_threads'); try { new Worker('console.log(process.env.NODE_OPTIONS, process.env.X)', { eval: true, env: ${env} }); } catch (e) { console.log(e.message); }`;
for (const env of ['{ ...process.env, X: 1 }', "{ NODE_OPTIONS: '--title=other' }"]) console.log(spawnSync(process.execPath, ['-e', code(env)], { env: { PATH: process.env.PATH, NODE_OPTIONS: '--title=own' }, encoding: 'utf8' }).stdout);
const bytes = new Uint8Array([1, 2, 3]);
markAsUncloneable(bytes);
markAsUncloneable(bytes.buffer);
console.log(structuredClone(bytes), structuredClone({ b: bytes.buffer }));
const object = {};
markAsUncloneable(object);
try { structuredClone(object); } catch (e) { console.log(e.name, e.message); }
