const { createHistogram, monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks');
const h = createHistogram();
const t=f=>{try{console.log(f())}catch(e){console.log(e.name,e.code,e.message)}};
t(()=>h.record(0));t(()=>h.record(-1));t(()=>h.record('x'));t(()=>h.record(1n)); t(()=>h.count);t(()=>h.percentile(0));t(()=>h.percentile(101));t(()=>createHistogram({lowest:0}));t(()=>createHistogram({highest:1}));t(()=>createHistogram({figures:6}));t(()=>createHistogram({lowest:5,highest:8}));t(()=>h.add({}));

