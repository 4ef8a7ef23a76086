const { WASI } = require('wasi');
const memory = new WebAssembly.Memory({ initial: 2 });
const view = () => new DataView(memory.buffer);
const text = (at, length) => Buffer.from(memory.buffer, at, length).toString();
const put = (at, string) => Buffer.from(memory.buffer).write(string, at);
const begin = (options) => { const wasi = new WASI({ version: 'preview1', ...options }); wasi.finalizeBindings({ exports: { memory } }); return wasi.wasiImport; };
for (const options of [undefined, {}, { version: 'x' }, { version: 'preview1', args: 'a' }, { version: 'preview1', env: 3 }, { version: 'preview1', preopens: 1 }, { version: 'preview1', stdin: 'x' }, { version: 'preview1', returnOnExit: 1 }]) {
  try { new WASI(options); console.log('made'); } catch (error) { console.log(error.code, error.message); }
}
const wasi = new WASI({ version: 'unstable' });
console.log(Object.keys(wasi.getImportObject()), Object.keys(wasi.wasiImport).sort().join());
try { wasi.wasiImport.sched_yield(); } catch (error) { console.log(error.code, error.message, error.name); }
try { wasi.start({}); } catch (error) { console.log(error.code, error.message); }
try { wasi.start({ exports: { memory: 1, _start() {} } }); } catch (error) { console.log(error.code, error.message); }
wasi.finalizeBindings({ exports: { memory } });
try { wasi.finalizeBindings({ exports: { memory } }); } catch (error) { console.log(error.code, error.message); }
try { new WASI({ version: 'preview1', preopens: { '/x': '/no/such' } }); } catch (error) { console.log(error.code, error.message); }
