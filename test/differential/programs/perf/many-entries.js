// More entries than go onto a stack as arguments.
const { performance } = require('node:perf_hooks');
for (let i = 0; i < 150_000; i++) performance.mark('many');
console.log(performance.getEntriesByName('many').length, performance.getEntries().length, performance.getEntriesByType('mark').length);
performance.clearMarks();
console.log(performance.getEntriesByName('many').length);
