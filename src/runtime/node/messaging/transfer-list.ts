/** The transfer list in the second argument of `postMessage`. */
export function transferList(options: unknown): unknown[] {
  if (options === undefined || options === null) return [];
  const isIterable = (value: unknown): value is Iterable<unknown> => typeof value === 'object' && value !== null && Symbol.iterator in value;
  const fail = (what: string): never => {
    throw Object.assign(new TypeError(`Optional ${what} argument must be an iterable`), { code: 'ERR_INVALID_ARG_TYPE' });
  };
  if (isIterable(options)) return [...options];
  if (typeof options !== 'object') return fail('transferList');
  const { transfer } = options as { transfer?: unknown };
  if (transfer === undefined) return [];
  return isIterable(transfer) ? [...transfer] : fail('options.transfer');
}
