// Figures that only the engine knows.
const v8 = require('node:v8');
const { heapUsed, heapTotal, rss } = process.memoryUsage();
console.log(rss > heapTotal, heapTotal > heapUsed, rss > 30e6);
console.log(v8.getHeapSpaceStatistics().every(({ space_size }) => Number.isInteger(space_size)));
const { minorPageFault, involuntaryContextSwitches } = process.resourceUsage();
console.log(Number.isInteger(minorPageFault), Number.isInteger(involuntaryContextSwitches));
const keep = Array.from({ length: 200_000 }, (_, i) => ({ i }));
console.log(process.memoryUsage().heapUsed - heapUsed > 5e6, keep.length);
