import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';
import { NotAvailableError } from '../stubs.ts';

/** Flags whose effect a program would notice: without it, going on would be a wrong answer. The others tune an engine that runs already, and change no result. */
const NOTICED = /^--(expose[-_]gc|allow[-_]natives[-_]syntax|stack[-_]size|disallow[-_]code[-_]generation)/;

/** The browser's engine keeps the heap of a page or worker within 4 GiB: its pointers have 32 bits. */
const HEAP_LIMIT = 4 * 1024 ** 3;

export const v8: Binding = {
  name: 'v8',
  create(rt: CoreRuntime, shape) {
    const unknown = (what: string) => () => {
      throw new NotAvailableError(what, 'a browser does not tell a worker about its heap');
    };
    return Object.assign(shape, {
      updateHeapStatisticsBuffer() {
        const figures: Float64Array = shape.heapStatisticsBuffer;
        const { heap, external } = rt.memory.figures();
        // What is unknown is not a number. The limit is asked for by programs that size their caches by it (npm, bundlers).
        figures.fill(Number.NaN);
        figures[shape.kHeapSizeLimitIndex] = HEAP_LIMIT;
        figures[shape.kTotalHeapSizeIndex] = figures[shape.kUsedHeapSizeIndex] = heap;
        figures[shape.kTotalAvailableSize] = HEAP_LIMIT - heap;
        figures[shape.kExternalMemoryIndex] = external;
      },
      updateHeapSpaceStatisticsBuffer: () => shape.heapSpaceStatisticsBuffer.fill(Number.NaN),
      updateHeapCodeStatisticsBuffer: () => shape.heapCodeStatisticsBuffer.fill(Number.NaN),
      cachedDataVersionTag: unknown('v8.cachedDataVersionTag()'),
      setFlagsFromString(flags: string) {
        if (NOTICED.test(flags.trim())) throw new NotAvailableError(`v8.setFlagsFromString('${flags}')`, 'the engine belongs to the browser');
      },
      isStringOneByteRepresentation: (text: string) => !/[^\0-\xff]/.test(text),
    });
  },
};
