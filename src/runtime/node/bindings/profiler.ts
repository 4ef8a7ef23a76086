/** internalBinding('profiler'): coverage as a file for each thread (`src/inspector_profiler.cc`). CPU and heap profiles are the browser's own. */
import type { Binding, NodeRuntime } from '../runtime.ts';
import { startCounting, stopCounting, takeCounts } from '../coverage/collector.ts';

/** Where coverage goes when the process ends; undefined where it is not wanted. */
let directory: string | undefined;
let running = false;
let sourceMaps: (() => unknown) | undefined;

function stopCoverage(): void {
  running = false;
  stopCounting();
}

/** Writes what was counted since the last time. Node goes on without, and says so, where it cannot be written. */
export function writeCoverage(rt: NodeRuntime): void {
  // The thread that module hooks run in is Node's own.
  if (!running || directory === undefined || rt.internalBinding('worker').isInternalThread) return;
  const result = takeCounts(rt);
  const maps = sourceMaps?.();
  const name = `coverage-${rt.start!.pid}-${Date.now()}-${rt.start!.thread?.id ?? 0}.json`;
  try {
    const fs = rt.requireBuiltin('fs');
    fs.mkdirSync(directory, { recursive: true });
    fs.writeFileSync(`${directory}/${name}`, JSON.stringify({ result, timestamp: rt.native.performance.now() / 1000, ...(maps === undefined ? {} : { 'source-map-cache': maps }) }));
  } catch (error) {
    rt.writeError(`Could not write the coverage to ${directory}/${name}: ${(error as Error).message}\n`);
  }
}

export const profiler: Binding = {
  name: 'profiler',
  create(rt, shape) {
    const start = (): void => {
      running = true;
      startCounting();
    };
    return Object.assign(shape, {
      setCoverageDirectory(path: string) {
        directory = path;
        if (rt.process.env.NODE_V8_COVERAGE) start();
      },
      setSourceMapCacheGetter(getter: () => unknown) {
        sourceMaps = getter;
      },
      startCoverage: start,
      takeCoverage: () => writeCoverage(rt),
      stopCoverage,
      endCoverage: stopCoverage,
    });
  },
};
