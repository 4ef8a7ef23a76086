import type { Binding } from '../runtime.ts';
import { NotAvailableError } from '../stubs.ts';

/** Flags whose effect a program would notice: without it, going on would be a wrong answer. The others tune an engine that runs already, and change no result. */
const NOTICED = /^--(expose[-_]gc|allow[-_]natives[-_]syntax|stack[-_]size|disallow[-_]code[-_]generation)/;

export const v8: Binding = {
  name: 'v8',
  create(_rt, shape) {
    const unknown = (what: string) => () => {
      throw new NotAvailableError(what, 'a browser does not tell a worker about its heap');
    };
    return Object.assign(shape, {
      updateHeapStatisticsBuffer: unknown('v8.getHeapStatistics()'),
      updateHeapSpaceStatisticsBuffer: unknown('v8.getHeapSpaceStatistics()'),
      updateHeapCodeStatisticsBuffer: unknown('v8.getHeapCodeStatistics()'),
      cachedDataVersionTag: unknown('v8.cachedDataVersionTag()'),
      setFlagsFromString(flags: string) {
        if (NOTICED.test(flags.trim())) throw new NotAvailableError(`v8.setFlagsFromString('${flags}')`, 'the engine belongs to the browser');
      },
      isStringOneByteRepresentation: (text: string) => !/[^\0-\xff]/.test(text),
    });
  },
};
