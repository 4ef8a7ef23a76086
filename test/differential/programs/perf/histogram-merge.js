const { createHistogram, monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks');
const a = createHistogram(), b = createHistogram();
for (let i = 1; i <= 1000; i++) { a.record(i); b.record(i * 1000); }
a.add(b);
console.log(a.count, a.min, a.max, a.mean, a.percentile(50), a.percentile(99.9), a.percentiles.size);
console.log([...a.percentiles]);
a.subtract(b);
console.log(a.count, a.cdf(500), a.ccdf(500), a.countAt(5), a.countAt(5000));
console.log(a.percentilesAt([1, 50, 99]));
a.recordCorrected(100, 10);
console.log(a.count);
a.reset();
console.log(a.count, a.percentiles);
