/** `db.limits`: run-time limits of a connection, by the names Node gives them. */
import type { Internal } from '../runtime.ts';
import type { Connection } from './connection.ts';
import { invalidType, outOfRange } from './errors.ts';
import type { Library } from './library.ts';

/** In the order of SQLite's numbers, but for the ones that are not offered. */
const LIMITS: readonly [name: string, number: number][] = [
  ['length', 0], ['sqlLength', 1], ['column', 2], ['exprDepth', 3], ['compoundSelect', 4], ['vdbeOp', 5], ['functionArg', 6], ['attach', 7], ['likePatternLength', 8], ['variableNumber', 9], ['triggerDepth', 10],
];
const NO_CHANGE = -1;
const INT_MAX = 0x7fffffff;

/** The limits asked for by the `limits` option. @throws TypeError, RangeError */
export function checkedLimits({ rt }: Library, options: Internal): [number, number][] {
  return LIMITS.flatMap(([name, number]): [number, number][] => {
    const value = options[name];
    if (value === undefined) return [];
    if (!Number.isInteger(value) || value > INT_MAX) throw invalidType(rt, `The "options.limits.${name}" argument must be an integer.`);
    if (value < 0) throw outOfRange(rt, `The "options.limits.${name}" argument must be non-negative.`);
    return [[number, value]];
  });
}

/** The object that reads and changes limits of whatever connection is open. @throws by `open` when none is */
export function limitsObject({ rt, c }: Library, open: () => Connection): object {
  const read = (number: number): number => c.sqlite3_limit!(open().db, number, NO_CHANGE);
  // A native proxy: Node's own object is one of V8's intercepted objects, whose properties look like plain data.
  return new rt.native.Proxy(Object.create({}, Object.fromEntries(LIMITS.map(([name]) => [name, { value: 0, writable: true, enumerable: true, configurable: false }]))), {
    get(target, key, receiver) {
      const limit = LIMITS.find(([name]) => name === key);
      return limit ? read(limit[1]) : Reflect.get(target, key, receiver);
    },
    set(target, key, value) {
      const limit = LIMITS.find(([name]) => name === key);
      if (!limit) return Reflect.set(target, key, value);
      const connection = open();
      if (value !== Infinity && !Number.isInteger(value)) throw invalidType(rt, 'Limit value must be a non-negative integer or Infinity.');
      if (value < 0) throw outOfRange(rt, 'Limit value must be non-negative.');
      c.sqlite3_limit!(connection.db, limit[1], value === Infinity ? INT_MAX : Math.min(value, INT_MAX));
      return true;
    },
    getOwnPropertyDescriptor(target, key) {
      const limit = LIMITS.find(([name]) => name === key);
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      return limit && descriptor ? { ...descriptor, value: read(limit[1]) } : descriptor;
    },
  });
}
