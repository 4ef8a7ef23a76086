/** internalBinding('performance'). */
import type { CoreRuntime } from '../core.ts';
import { handleKinds } from '../messaging/handles.ts';
import { histogramClasses } from '../perf/histogram-class.ts';
import { clock, processOrigin } from '../process/origin.ts';
import type { Binding } from '../runtime.ts';

/** Milliseconds: what a browser's clock moves by. */
const CLOCK_STEP = 0.005;

export const performanceBinding: Binding = {
  name: 'performance',
  create(rt: CoreRuntime, shape) {
    const histograms = histogramClasses(rt);
    handleKinds(rt).set('performance:histogram', histograms.Histogram.from);
    const c = shape.constants;
    const milestones: Float64Array = shape.milestones;
    let origin = clock(rt);
    let idleBefore = 0;
    // Nanoseconds of the clock that `process.hrtime` tells: eventLoopUtilization takes the one from the other.
    const mark = (name: string, at = clock(rt)): void => {
      milestones[c[`NODE_PERFORMANCE_MILESTONE_${name}`]] = at * 1e6;
    };
    milestones.fill(-1);
    // `perf_hooks.constants` lists those of the collector alone.
    for (const name of Object.keys(c)) if (!name.startsWith('NODE_PERFORMANCE_GC_')) Object.defineProperty(c, name, { enumerable: false });
    /** Times count from where a waiting worker became a process, in its threads too. What happened before that takes no time: the milestones of it are one step of the clock apart. */
    rt.onStart.push(() => {
      origin = processOrigin(rt);
      idleBefore = rt.loop.idleMs;
      milestones[c.NODE_PERFORMANCE_MILESTONE_TIME_ORIGIN_TIMESTAMP] = origin * 1e3;
      mark('TIME_ORIGIN', origin);
      mark('NODE_START', origin + CLOCK_STEP);
      mark('V8_START', origin + 2 * CLOCK_STEP);
      mark('ENVIRONMENT', Math.max(clock(rt), origin + 3 * CLOCK_STEP));
    });
    rt.loop.onFirstTurn = () => {
      if (!rt.isThread) mark('LOOP_START');
    };
    rt.loop.onEnd = () => mark('LOOP_EXIT');
    return Object.assign(shape, {
      ...histograms,
      now: () => clock(rt) - origin,
      // Entries come from the library; those of C++ would be 'gc' alone, and the engine's collections are nobody's to see: observers of them are never called.
      setupObservers() {},
      notify() {},
      installGarbageCollectionTracking() {},
      removeGarbageCollectionTracking() {},
      loopIdleTime: () => rt.loop.idleMs - idleBefore,
      uvMetricsInfo: () => [rt.loop.turns, 0, 0],
      markBootstrapComplete() {
        mark('BOOTSTRAP_COMPLETE', Math.max(clock(rt), origin + 4 * CLOCK_STEP));
        // A thread reads its script in its loop.
        if (rt.isThread) mark('LOOP_START', Math.max(clock(rt), origin + 5 * CLOCK_STEP));
      },
    });
  },
};
