const { createHistogram, monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks');
console.log(PerformanceObserver.supportedEntryTypes);
const obs = new PerformanceObserver(() => {});
for (const o of [undefined, {}, { entryTypes: 'mark' }, { type: 'mark', entryTypes: ['mark'] }, { type: 'nope' }, { entryTypes: ['nope'] }]) { try { obs.observe(o); console.log('fine'); } catch (e) { console.log(e.name, e.code, e.message); } }
console.log(obs.takeRecords());
try { new PerformanceObserver(5); } catch (e) { console.log(e.code, e.message); }
const buffered = new PerformanceObserver((list) => { console.log(list.getEntries().map((e) => e.name)); buffered.disconnect(); });
performance.mark('before');
buffered.observe({ type: 'mark', buffered: true });
