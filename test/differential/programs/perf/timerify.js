const { createHistogram, monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks');
const obs = new PerformanceObserver((list) => {
  for (const e of list.getEntries()) console.log(e.name, e.entryType, typeof e.startTime, e.duration >= 0, e.detail);
  obs.disconnect();
});
obs.observe({ entryTypes: ['function'] });
const histogram = createHistogram();
function add(a, b) { return a + b; }
const timed = performance.timerify(add, { histogram });
console.log(timed(1, 2), timed.name, timed.length, histogram.count);
class A { constructor(x) { this.x = x; } }
console.log(new (performance.timerify(A))(5).x);
for (const args of [[5], [add, { histogram: {} }]]) { try { performance.timerify(...args); } catch (e) { console.log(e.code, e.message); } }
