const { createHistogram, monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks');
const obs = new PerformanceObserver((list, o) => {
  console.log(o === obs, list.getEntries().map((e) => [e.name, e.entryType, e.detail]), list.getEntriesByType('mark').length, list.getEntriesByName('m').length);
  obs.disconnect();
});
obs.observe({ entryTypes: ['mark', 'measure'] });
performance.mark('a', { startTime: 10, detail: { x: 1 } });
performance.mark('b', { startTime: 30 });
console.log(performance.measure('m', 'a', 'b').duration, performance.measure('n', { start: 5, duration: 7, detail: 'd' }));
console.log(performance.getEntriesByName('a').length, performance.getEntriesByType('measure').length, performance.getEntries().length);
performance.clearMarks('a');
performance.clearMeasures();
console.log(performance.getEntries().map((e) => e.name));
for (const f of [() => performance.measure('x', 'missing'), () => performance.mark(), () => performance.mark('x', { startTime: -1 }), () => performance.measure('x', { start: 1, end: 2, duration: 3 })]) { try { f(); } catch (e) { console.log(e.name, e.code, e.message); } }
