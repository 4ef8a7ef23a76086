const { createHistogram, monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks');
try { console.log(performance.markResourceTiming({ startTime: 1, endTime: 5, encodedBodySize: 10, decodedBodySize: 20, responseStart: 3 }, 'http://x/', 'fetch', globalThis, '', {}, 200, '')); } catch (e) { console.log(e.code, e.message); }
console.log(performance.getEntriesByType('resource').length);
performance.setResourceTimingBufferSize(1);
performance.clearResourceTimings();
console.log(performance.getEntriesByType('resource').length);
