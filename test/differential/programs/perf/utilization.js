const { createHistogram, monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks');
const a = performance.eventLoopUtilization();
console.log(Object.keys(a), a.utilization >= 0 && a.utilization <= 1);
setTimeout(() => {
  const b = performance.eventLoopUtilization(a);
  console.log(b.idle > 0, b.active > 0, b.utilization < 1, performance.eventLoopUtilization(b, a).active <= b.active);
}, 60);
