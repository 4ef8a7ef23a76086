const { createHistogram, monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks');
const m = monitorEventLoopDelay({ resolution: 5 });
console.log(m.enable(), m.enable());
setTimeout(() => {
  console.log(m.disable(), m.disable(), m.count > 0, m.min > 0, m.max >= m.min, m.mean > 1e6, m.exceeds);
  m.reset();
  console.log(m.count);
}, 100);
for (const o of [{ resolution: 0 }, { resolution: 'x' }, 5]) { try { monitorEventLoopDelay(o); } catch (e) { console.log(e.code, e.message); } }
