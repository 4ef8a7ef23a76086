/** The bytes of a message between threads. Not V8's format: both sides are this same program, and speed counts. */

export const T = {
  UNDEFINED: 0, NULL: 1, TRUE: 2, FALSE: 3, INT: 4, DOUBLE: 5, BIGINT: 6, ASCII: 7, UTF16: 8, REFERENCE: 9, OBJECT: 10, ARRAY: 11, HOLE: 12, DATE: 13, REGEXP: 14, MAP: 15, SET: 16,
  BUFFER: 17, RESIZABLE: 18, VIEW: 19, TRACKING_VIEW: 20, BOXED: 21, ERROR: 22, NATIVE: 23,
} as const;

type Views = readonly (new (buffer: ArrayBufferLike, offset?: number, length?: number) => ArrayBufferView)[];
const { Float16Array } = globalThis as unknown as { Float16Array?: Views[number] };
/** Classes of views by number. */
export const VIEWS: Views = [
  DataView, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array,
  ...(Float16Array ? [Float16Array] : []),
] as unknown as Views;

/** Classes of errors by number: those a structured clone keeps. */
export const ERRORS: readonly ErrorConstructor[] = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];

/** Which own properties an error has. */
export const ERROR_HAS = { STACK: 1, MESSAGE: 2, CAUSE: 4 } as const;
