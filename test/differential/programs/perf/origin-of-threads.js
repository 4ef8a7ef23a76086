// A thread's times count from the beginning of its process; milestones follow one another; utilization is measured from the loop's start.
const { Worker } = require('node:worker_threads');
const { performance } = require('node:perf_hooks');
const { nodeTiming } = performance;
const order = (names) => names.every((name, i) => i === 0 || nodeTiming[names[i - 1]] < nodeTiming[name]);
console.log(order(['startTime', 'nodeStart', 'v8Start', 'environment', 'bootstrapComplete']), nodeTiming.loopStart, nodeTiming.loopExit, nodeTiming.idleTime);
console.log(performance.eventLoopUtilization());
setTimeout(() => {
  const { idle, active, utilization } = performance.eventLoopUtilization();
  console.log(nodeTiming.loopStart >= nodeTiming.bootstrapComplete, idle > 0, active > 0, idle + active < 60_000, utilization > 0 && utilization < 1, Math.abs(idle + active - (performance.now() - nodeTiming.loopStart)) < 5);
  const worker = new Worker(`
    const { performance, PerformanceObserver } = require('node:perf_hooks');
    const { idle, active } = performance.eventLoopUtilization();
    const { nodeTiming } = performance;
    require('node:worker_threads').parentPort.postMessage([performance.timeOrigin, nodeTiming.nodeStart, nodeTiming.v8Start, nodeTiming.environment, nodeTiming.loopStart >= nodeTiming.bootstrapComplete, idle + active, process.uptime(), performance.now()]);
  `, { eval: true });
  worker.on('message', ([origin, nodeStart, v8Start, environment, started, total, uptime, now]) => {
    console.log(origin === performance.timeOrigin, nodeStart === nodeTiming.nodeStart, v8Start === nodeTiming.v8Start, environment > nodeTiming.loopStart, started);
    console.log(total < now, total < 10_000, Math.abs(uptime * 1000 - now) < 20, now < performance.now());
  });
}, 30);
process.on('exit', () => console.log(nodeTiming.loopExit > nodeTiming.loopStart, nodeTiming.loopExit <= performance.now()));
