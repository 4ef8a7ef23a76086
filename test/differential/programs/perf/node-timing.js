const { createHistogram, monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks');
const { nodeTiming } = performance;
console.log(nodeTiming.name, nodeTiming.entryType, nodeTiming.startTime, nodeTiming.duration > 0, Object.keys(nodeTiming.toJSON()));
console.log(nodeTiming.nodeStart >= 0, nodeTiming.v8Start <= nodeTiming.environment + 1e9, nodeTiming.bootstrapComplete > 0, nodeTiming.loopExit, typeof nodeTiming.idleTime, Object.keys(nodeTiming.uvMetricsInfo));
console.log(Object.keys(performance.toJSON()), typeof performance.timeOrigin, performance.now() > 0, Object.prototype.toString.call(performance));
