/** What the natives of `fs` say to arguments that the library hands on without a look (node_file.cc, `GetValidatedFd` and `GetValidFileMode`). */
import type { NodeRuntime } from '../runtime.ts';

const MAX_INT32 = 2 ** 31 - 1;
const outOfRange = (message: string): Error => Object.assign(new RangeError(message), { code: 'ERR_OUT_OF_RANGE' });
const wrongType = (message: string): Error => Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });

/** A value as C++ describes it; the library's own description of symbols, bigints, functions and long texts differs. */
function described(rt: NodeRuntime, value: unknown): string {
  switch (typeof value) {
    case 'undefined': return 'undefined';
    case 'symbol': return String(value);
    case 'function': return 'function';
    case 'string': return `type string (${value.includes("'") ? JSON.stringify(value) : `'${value}'`})`;
    case 'object': return value === null ? 'null' : `an instance of ${rt.internalBinding('util').getConstructorName(value)}`;
    default: return `type ${typeof value} (${String(value)})`;
  }
}

export function checkDescriptor(rt: NodeRuntime, fd: unknown): void {
  if (typeof fd !== 'number') throw wrongType(`The "fd" argument must be of type number. Received ${described(rt, fd)}`);
  const finite = Number.isFinite(fd);
  if (finite && (fd < 0 || fd > MAX_INT32)) throw outOfRange(`The value of "fd" is out of range. It must be >= 0 && <= ${MAX_INT32}. Received ${fd}`);
  if (!Number.isInteger(fd)) throw outOfRange(`The value of "fd" is out of range. It must be an integer. Received ${fd}`);
}

/** The bits of `access` and of copying. What is missing stands for none of them, and a fraction is cut. */
export function bitsOf(mode: unknown): number {
  if (mode === undefined || mode === null) return 0;
  if (typeof mode !== 'number') throw wrongType('mode must be int32 or null/undefined');
  if (!Number.isFinite(mode)) throw outOfRange('mode is out of range');
  const bits = Math.trunc(mode);
  if (bits < 0 || bits > 7) throw outOfRange('mode is out of range: >= 0 && <= 7');
  return bits;
}
