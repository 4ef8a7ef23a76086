/** V8's value serialisation format, version 15 (`v8.serialize`). */

export const WIRE_VERSION = 15;
/** Oldest format read: before it, view flags and error records looked different. */
export const OLDEST_VERSION = 13;

/** Tags by meaning; each is one byte, here as its character. */
export const TAG = {
  VERSION: 0xff, PADDING: 0, VERIFY_OBJECT_COUNT: 0x3f, HOLE: 0x2d, UNDEFINED: 0x5f, NULL: 0x30, TRUE: 0x54, FALSE: 0x46, INT32: 0x49, UINT32: 0x55,
  DOUBLE: 0x4e, BIGINT: 0x5a, UTF8_STRING: 0x53, ONE_BYTE_STRING: 0x22, TWO_BYTE_STRING: 0x63, REFERENCE: 0x5e, BEGIN_OBJECT: 0x6f, END_OBJECT: 0x7b,
  BEGIN_SPARSE_ARRAY: 0x61, END_SPARSE_ARRAY: 0x40, BEGIN_DENSE_ARRAY: 0x41, END_DENSE_ARRAY: 0x24, DATE: 0x44, TRUE_OBJECT: 0x79, FALSE_OBJECT: 0x78,
  NUMBER_OBJECT: 0x6e, BIGINT_OBJECT: 0x7a, STRING_OBJECT: 0x73, REGEXP: 0x52, BEGIN_MAP: 0x3b, END_MAP: 0x3a, BEGIN_SET: 0x27, END_SET: 0x2c,
  ARRAY_BUFFER: 0x42, RESIZABLE_ARRAY_BUFFER: 0x7e, ARRAY_BUFFER_TRANSFER: 0x74, VIEW: 0x56, SHARED_ARRAY_BUFFER: 0x75, HOST_OBJECT: 0x5c, ERROR: 0x72,
} as const;

export const ERROR_TAG = { EVAL: 0x45, RANGE: 0x52, REFERENCE: 0x46, SYNTAX: 0x53, TYPE: 0x54, URI: 0x55, MESSAGE: 0x6d, CAUSE: 0x63, STACK: 0x73, END: 0x2e } as const;

/** Error classes that have a tag of their own, by `name`. */
export const ERROR_CLASSES: { readonly [name: string]: number } = {
  EvalError: ERROR_TAG.EVAL, RangeError: ERROR_TAG.RANGE, ReferenceError: ERROR_TAG.REFERENCE,
  SyntaxError: ERROR_TAG.SYNTAX, TypeError: ERROR_TAG.TYPE, URIError: ERROR_TAG.URI,
};

/** View kinds by `Symbol.toStringTag`; `DataView` too. */
export const VIEW_TAGS: { readonly [name: string]: number } = {
  Int8Array: 0x62, Uint8Array: 0x42, Uint8ClampedArray: 0x43, Int16Array: 0x77, Uint16Array: 0x57, Int32Array: 0x64, Uint32Array: 0x44,
  Float16Array: 0x68, Float32Array: 0x66, Float64Array: 0x46, BigInt64Array: 0x71, BigUint64Array: 0x51, DataView: 0x3f,
};
export const VIEW_NAMES: { readonly [tag: number]: string } = Object.fromEntries(Object.entries(VIEW_TAGS).map(([name, tag]) => [tag, name]));

export const VIEW_FLAG = { LENGTH_TRACKING: 1, RESIZABLE: 2 } as const;

/** RegExp flags in the order of their bits; bit 6 is V8's own "linear". */
export const REGEXP_FLAGS: readonly (readonly [flag: string, bit: number])[] = [
  ['g', 1], ['i', 2], ['m', 4], ['y', 8], ['u', 16], ['s', 32], ['d', 128], ['v', 256],
];
