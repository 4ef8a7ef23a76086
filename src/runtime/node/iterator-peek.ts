/**
 * What is left in an iterator of a Map or Set. The engine shows that without moving the iterator; here it is read to its end, and a `next` of its
 * own hands out again what was read. What is added to the collection after such a look does not come out of that iterator any more.
 */
import { NotAvailableError } from './stubs.ts';

interface Rest { items: unknown[]; at: number; pairs: boolean }

/** A function that tells the items left, flattened when they are pairs of `entries()`, and whether they are. Values that look like such pairs pass for them. */
export function iteratorPeek(): (iterator: object) => [items: unknown[], pairs: boolean] {
  const kinds = [new Map(), new Set()].map((source) => {
    const prototype = Object.getPrototypeOf(source.values()) as object;
    return { prototype, next: (prototype as Iterator<unknown>).next as () => IteratorResult<unknown> };
  });
  const rests = new WeakMap<object, Rest>();

  const read = (iterator: object): Rest => {
    const kind = kinds.find(({ prototype }) => Object.getPrototypeOf(iterator) === prototype);
    if (kind === undefined || !Object.isExtensible(iterator)) throw new NotAvailableError('util.inspect() of a changed iterator of a Map or Set', 'only the engine can look into it');
    const items: unknown[] = [];
    for (let step = kind.next.call(iterator); !step.done; step = kind.next.call(iterator)) items.push(step.value);
    const isSet = kind === kinds[1];
    const rest: Rest = { items, at: 0, pairs: items.length > 0 && items.every((item) => Array.isArray(item) && item.length === 2 && (!isSet || Object.is(item[0], item[1]))) };
    rests.set(iterator, rest);
    const next = { next(this: object): IteratorResult<unknown> {
      const own = rests.get(this);
      return own !== undefined && own.at < own.items.length ? { value: own.items[own.at++], done: false } : kind.next.call(this);
    } }.next;
    // Above the iterator, not on it: the engine's shortcut for `[...iterator]` looks at the prototype alone, and a property of its own would slow all iterators.
    if (items.length > 0) Object.setPrototypeOf(iterator, Object.create(kind.prototype, { next: { value: next, writable: true, configurable: true } }));
    return rest;
  };

  return (iterator) => {
    const { items, at, pairs } = rests.get(iterator) ?? read(iterator);
    const left = items.slice(at);
    return [pairs ? left.flat(1) : left, pairs];
  };
}
