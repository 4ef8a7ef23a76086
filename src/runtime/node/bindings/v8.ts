import type { Binding, Internal } from '../runtime.ts';

interface MemoryInfo { usedJSHeapSize: number; totalJSHeapSize: number; jsHeapSizeLimit: number }

export const v8: Binding = {
  name: 'v8',
  create(rt, shape) {
    const memory = (): MemoryInfo | undefined => (rt.native.performance as unknown as { memory?: MemoryInfo }).memory;
    /** V8's limit for a 64-bit process, where the browser does not tell its own. */
    const limit = 4345298944;
    return Object.assign(shape, {
      updateHeapStatisticsBuffer() {
        const out: Internal = shape.heapStatisticsBuffer;
        const info = memory();
        out.fill(0);
        out[shape.kTotalHeapSizeIndex] = info?.totalJSHeapSize ?? 0;
        out[shape.kTotalPhysicalSizeIndex] = info?.totalJSHeapSize ?? 0;
        out[shape.kUsedHeapSizeIndex] = info?.usedJSHeapSize ?? 0;
        out[shape.kHeapSizeLimitIndex] = info?.jsHeapSizeLimit ?? limit;
        out[shape.kTotalAvailableSize] = out[shape.kHeapSizeLimitIndex] - out[shape.kUsedHeapSizeIndex];
        out[shape.kNumberOfNativeContextsIndex] = 1;
      },
      // One heap, undivided: the browser tells no more.
      updateHeapSpaceStatisticsBuffer() {
        shape.heapSpaceStatisticsBuffer.fill(0);
      },
      updateHeapCodeStatisticsBuffer() {
        shape.heapCodeStatisticsBuffer.fill(0);
      },
      cachedDataVersionTag: () => 0,
      // Flags of an engine that runs already cannot be changed; Node too ignores the ones it does not know.
      setFlagsFromString() {},
      setHeapSnapshotNearHeapLimit() {},
      isStringOneByteRepresentation: (text: string) => !/[^\0-\xff]/.test(text),
      getHashSeed: () => 0n,
    });
  },
};
