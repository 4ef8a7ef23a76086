// Parts of the engine that no page reaches.
const v8 = require('node:v8');
const told = (name, ask) => { try { console.log(name, ask()); } catch (e) { console.log(name, e.code, e.message.split('\n')[0]); } };
told('inspector', () => process.features.inspector);
told('hooks', () => typeof v8.promiseHooks.onInit(() => {}));
told('snapshot', () => v8.getHeapSnapshot().readable);
told('session', () => new (require('node:inspector').Session)().connect());
told('tracing', () => require('node:trace_events').createTracing({ categories: ['node.perf'] }).enable());
