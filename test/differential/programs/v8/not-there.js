// Parts of the engine that no page reaches.
const v8 = require('node:v8');
const told = (name, ask) => { try { console.log(name, ask()); } catch (e) { console.log(name, e.code, e.message.split('\n')[0]); } };
told('inspector', () => process.features.inspector);
told('hooks', () => typeof v8.promiseHooks.onInit(() => {}));
told('snapshot', () => v8.getHeapSnapshot().readable);
const session = new (require('node:inspector').Session)();
session.connect();
// A program that does not ask what came of it goes on: pm2 starts each of its programs so.
session.post('Profiler.enable');
session.post('HeapProfiler.enable', (error) => console.log('session', error?.code, error?.message));
session.disconnect();
told('tracing', () => require('node:trace_events').createTracing({ categories: ['node.perf'] }).enable());
