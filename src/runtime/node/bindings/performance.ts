/** internalBinding('performance'). */
import type { CoreRuntime } from '../core.ts';
import { handleKinds } from '../messaging/handles.ts';
import { histogramClasses } from '../perf/histogram-class.ts';
import type { Binding } from '../runtime.ts';

export const performanceBinding: Binding = {
  name: 'performance',
  create(rt: CoreRuntime, shape) {
    const { performance } = rt.native;
    const histograms = histogramClasses(rt);
    handleKinds(rt).set('performance:histogram', histograms.Histogram.from);
    const c = shape.constants;
    const milestones: Float64Array = shape.milestones;
    let origin = performance.now();
    const mark = (index: number): void => {
      milestones[index] = performance.now() * 1e6;
    };
    milestones.fill(-1);
    // `perf_hooks.constants` lists those of the collector alone.
    for (const name of Object.keys(c)) if (!name.startsWith('NODE_PERFORMANCE_GC_')) Object.defineProperty(c, name, { enumerable: false });
    /** The process begins when a waiting worker becomes one: times count from there. */
    rt.onStart.push(() => {
      origin = performance.now();
      milestones[c.NODE_PERFORMANCE_MILESTONE_TIME_ORIGIN_TIMESTAMP] = (performance.timeOrigin + origin) * 1e3;
      for (const name of ['TIME_ORIGIN', 'ENVIRONMENT', 'NODE_START', 'V8_START']) milestones[c[`NODE_PERFORMANCE_MILESTONE_${name}`]] = origin * 1e6;
    });
    return Object.assign(shape, {
      ...histograms,
      now: () => performance.now() - origin,
      // Entries come from the library; those of C++ would be 'gc' alone, and the engine's collections are nobody's to see: observers of them are never called.
      setupObservers() {},
      notify() {},
      installGarbageCollectionTracking() {},
      removeGarbageCollectionTracking() {},
      loopIdleTime: () => rt.loop.idleMs,
      uvMetricsInfo: () => [rt.loop.turns, 0, 0],
      markBootstrapComplete() {
        mark(c.NODE_PERFORMANCE_MILESTONE_BOOTSTRAP_COMPLETE);
        mark(c.NODE_PERFORMANCE_MILESTONE_LOOP_START);
      },
    });
  },
};
