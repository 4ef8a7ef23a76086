/** Functions of jq that decide what runs, and those that reach outside. */
import { fresh, Halt, type Item, type Native, type Results } from './scope.ts';
import { described, JqError, type Json, truthy, write } from './values.ts';

function number(v: Json): number {
  if (typeof v !== 'number') throw new JqError(`${described(v)} number required`);
  return v;
}

function* range(input: Item, from: Json, to: Json, by: Json): Results {
  if (typeof from !== 'number' || typeof to !== 'number' || typeof by !== 'number') throw new JqError('Range bounds must be numeric');
  if (by > 0) for (let n = from; n < to; n += by) yield fresh(input, n);
  else if (by < 0) for (let n = from; n > to; n += by) yield fresh(input, n);
  else if (from < to) for (;;) yield fresh(input, from);
}

export const control: { [key: string]: Native } = {
  'range/1': function* (machine, args, scope, input) {
    for (const n of machine.values(args[0]!, scope, input.value)) yield* range(input, 0, n, 1);
  },
  'range/2': function* (machine, args, scope, input) {
    for (const a of machine.values(args[0]!, scope, input.value)) for (const b of machine.values(args[1]!, scope, input.value)) yield* range(input, a, b, 1);
  },
  'range/3': function* (machine, args, scope, input) {
    for (const a of machine.values(args[0]!, scope, input.value)) for (const b of machine.values(args[1]!, scope, input.value)) for (const by of machine.values(args[2]!, scope, input.value)) yield* range(input, a, b, by);
  },
  'first/1': function* (machine, args, scope, input) {
    for (const item of machine.run(args[0]!, scope, input)) {
      yield item;
      return;
    }
  },
  'isempty/1': function* (machine, args, scope, input) {
    yield fresh(input, machine.run(args[0]!, scope, { value: input.value, path: null }).next().done === true);
  },
  'limit/2': function* (machine, args, scope, input) {
    for (const n of machine.values(args[0]!, scope, input.value)) {
      let left = number(n);
      if (left <= 0) continue;
      for (const item of machine.run(args[1]!, scope, input)) {
        yield item;
        if (--left <= 0) break;
      }
    }
  },
  'skip/2': function* (machine, args, scope, input) {
    for (const n of machine.values(args[0]!, scope, input.value)) {
      let left = number(n);
      for (const item of machine.run(args[1]!, scope, input)) if (left-- <= 0) yield item;
    }
  },
  'while/2': function* (machine, args, scope, input) {
    // A loop, because each round would otherwise nest in the one before.
    let items: Item[] = [input];
    for (; items.length > 0;) {
      const next: Item[] = [];
      for (const item of items) {
        for (const test of machine.values(args[0]!, scope, item.value)) {
          if (!truthy(test)) continue;
          yield item;
          for (const out of machine.run(args[1]!, scope, item)) next.push(out);
        }
      }
      items = next;
    }
  },
  'until/2': function* (machine, args, scope, input) {
    let items: Item[] = [input];
    for (; items.length > 0;) {
      const next: Item[] = [];
      for (const item of items) {
        for (const test of machine.values(args[0]!, scope, item.value)) {
          if (truthy(test)) yield item;
          else for (const out of machine.run(args[1]!, scope, item)) next.push(out);
        }
      }
      items = next;
    }
  },
  'repeat/1': function* (machine, args, scope, input) {
    for (let items: Item[] = [input]; items.length > 0;) {
      const next: Item[] = [];
      for (const item of items) {
        yield item;
        for (const out of machine.run(args[0]!, scope, item)) next.push(out);
      }
      items = next;
    }
  },
  'input/0': function* (machine, _args, _scope, input) {
    const next = machine.host.next();
    if (next === undefined) throw new JqError('No more inputs');
    yield fresh(input, next);
  },
  'inputs/0': function* (machine, _args, _scope, input) {
    for (let next = machine.host.next(); next !== undefined; next = machine.host.next()) yield fresh(input, next);
  },
  'debug/0': function* (machine, _args, _scope, input) {
    machine.host.debug(input.value);
    yield input;
  },
  'debug/1': function* (machine, args, scope, input) {
    for (const v of machine.values(args[0]!, scope, input.value)) machine.host.debug(v);
    yield input;
  },
  'stderr/0': function* (machine, _args, _scope, input) {
    machine.host.stderr(write(input.value));
    yield input;
  },
  'env/0': function* (machine, _args, _scope, input) {
    yield fresh(input, machine.host.environment);
  },
  'input_filename/0': function* (machine, _args, _scope, input) {
    yield fresh(input, machine.host.location());
  },
  'halt/0': () => {
    throw new Halt(0);
  },
  'halt_error/0': (_m, _a, _s, input) => {
    throw new Halt(5, input.value);
  },
  'halt_error/1': function* (machine, args, scope, input) {
    for (const n of machine.values(args[0]!, scope, input.value)) throw new Halt(number(n), input.value);
  },
  'empty/0': function* () {},
  'error/0': (_m, _a, _s, input) => {
    throw new JqError(input.value);
  },
  'error/1': function* (machine, args, scope, input) {
    for (const v of machine.values(args[0]!, scope, input.value)) throw new JqError(v);
  },
  'select/1': function* (machine, args, scope, input) {
    for (const v of machine.values(args[0]!, scope, input.value)) if (truthy(v)) yield input;
  },
  'recurse/0': function* (machine, _args, scope, input) {
    yield* machine.run({ t: 'recurse' }, scope, input);
  },
};
