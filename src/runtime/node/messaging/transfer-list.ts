/** The items of an iterable; undefined for what is none. Asked for step by step, as a `next` that is no function makes it none. */
function itemsOf(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const method: unknown = (value as Partial<Iterable<unknown>>)[Symbol.iterator];
  const iterator: unknown = typeof method === 'function' ? Reflect.apply(method, value, []) : undefined;
  if (typeof iterator !== 'object' || iterator === null) return undefined;
  const { next } = iterator as { next: unknown };
  if (typeof next !== 'function') return undefined;
  const items: unknown[] = [];
  for (;;) {
    const step = Reflect.apply(next, iterator, []) as IteratorResult<unknown>;
    if (typeof step !== 'object' || step === null) return undefined;
    if (step.done) return items;
    items.push(step.value);
  }
}

/** The transfer list in the second argument of `postMessage`. */
export function transferList(options: unknown): unknown[] {
  if (options === undefined || options === null) return [];
  const fail = (what: string): never => {
    throw Object.assign(new TypeError(`Optional ${what} argument must be an iterable`), { code: 'ERR_INVALID_ARG_TYPE' });
  };
  if (typeof options !== 'object') return fail('transferList');
  const items = itemsOf(options);
  if (items !== undefined) return items;
  const { transfer } = options as { transfer?: unknown };
  return transfer === undefined ? [] : itemsOf(transfer) ?? fail('options.transfer');
}
