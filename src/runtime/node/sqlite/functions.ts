/** Functions and aggregates of the program, called by SQLite. */
import type { Internal } from '../runtime.ts';
import type { Connection } from './connection.ts';
import { invalidType, option, optionsObject } from './errors.ts';
import type { Library } from './library.ts';
import { argumentValue, resultError, returnValue } from './values.ts';

const UTF8 = 1;
const DETERMINISTIC = 0x800;
const DIRECTONLY = 0x80000;

interface Registered {
  connection: Connection;
  useBigIntArguments: boolean;
  call?: Function;
  start?: unknown;
  step?: Function;
  inverse?: Function | undefined;
  result?: Function | undefined;
}

/** `windowed`: values of it were asked for before its end. */
interface Group { value: unknown; windowed: boolean }

/** What SQLite's callbacks find their function by: the number they carry. */
export class Functions {
  private readonly library: Library;
  private readonly registered = new Map<number, Registered>();
  private readonly groups = new Map<number, Group>();
  private last = 0;
  private lastGroup = 0;
  private readonly pointers: { call: number; step: number; inverse: number; final: number; value: number };

  constructor(library: Library) {
    this.library = library;
    this.pointers = {
      call: library.pointerTo('iii>', (context, count, values) => this.guarded(context, (it) => returnValue(library, context, it.call!.apply(undefined, this.args(it, count, values))))),
      step: library.pointerTo('iii>', (context, count, values) => this.advance(context, count, values, (it) => it.step!)),
      inverse: library.pointerTo('iii>', (context, count, values) => this.advance(context, count, values, (it) => it.inverse!)),
      final: library.pointerTo('i>', (context) => this.finish(context, true)),
      value: library.pointerTo('i>', (context) => this.finish(context, false)),
    };
  }

  /** `db.function(name[, options], fn)` */
  define(connection: Connection, name: unknown, given: unknown, fn: unknown): void {
    const { rt } = this.library;
    if (typeof name !== 'string') throw invalidType(rt, 'The "name" argument must be a string.');
    const hasOptions = fn !== undefined || (typeof given === 'object' && given !== null);
    const call = hasOptions ? fn : given;
    const options = hasOptions ? optionsObject(rt, given) : {};
    const useBigIntArguments = option(rt, options, 'useBigIntArguments', 'boolean', false);
    const varargs = option(rt, options, 'varargs', 'boolean', false);
    const deterministic = option(rt, options, 'deterministic', 'boolean', false);
    const directOnly = option(rt, options, 'directOnly', 'boolean', false);
    if (typeof call !== 'function') throw invalidType(rt, 'The "function" argument must be a function.');
    const number = this.register({ connection, useBigIntArguments, call });
    const flags = UTF8 | (deterministic ? DETERMINISTIC : 0) | (directOnly ? DIRECTONLY : 0);
    connection.check(this.library.withText([name], (at) => this.library.c.sqlite3_create_function_v2!(connection.db, at, varargs ? -1 : call.length, flags, number, this.pointers.call, 0, 0, 0)));
  }

  /** `db.aggregate(name, options)` */
  aggregate(connection: Connection, name: unknown, given: unknown): void {
    const { rt } = this.library;
    const options: Internal = given;
    const start = options.start;
    if (start === undefined) throw invalidType(rt, 'The "options.start" argument must be a function or a primitive value.');
    const step = options.step;
    if (typeof step !== 'function') throw invalidType(rt, 'The "options.step" argument must be a function.');
    const result = options.result;
    const useBigIntArguments = option(rt, options, 'useBigIntArguments', 'boolean', false);
    const varargs = option(rt, options, 'varargs', 'boolean', false);
    const directOnly = option(rt, options, 'directOnly', 'boolean', false);
    const inverse = option<Function | undefined>(rt, options, 'inverse', 'function', undefined);
    // Without the accumulator.
    const count = varargs ? -1 : Math.max(0, Math.max(step.length, inverse?.length ?? 0) - 1);
    const number = this.register({ connection, useBigIntArguments, start, step, inverse, result: typeof result === 'function' ? result : undefined });
    const { step: xStep, final, value, inverse: xInverse } = this.pointers;
    connection.check(this.library.withText([String(name)], (at) =>
      this.library.c.sqlite3_create_window_function!(connection.db, at, count, UTF8 | (directOnly ? DIRECTONLY : 0), number, xStep, final, inverse ? value : 0, inverse ? xInverse : 0, 0)));
  }

  /** The connection is closed: its functions can go. */
  forget(connection: Connection): void {
    for (const number of connection.functions) this.registered.delete(number);
  }

  private register(it: Registered): number {
    this.registered.set(++this.last, it);
    it.connection.functions.push(this.last);
    return this.last;
  }

  private args(it: Registered, count: number, values: number): unknown[] {
    return Array.from({ length: count }, (_, i) => argumentValue(this.library, this.library.word(values + i * 4), it.useBigIntArguments));
  }

  private guarded(context: number, run: (it: Registered) => void): void {
    const it = this.registered.get(this.library.c.sqlite3_user_data!(context))!;
    it.connection.guard(() => run(it), () => resultError(this.library, context, ''));
  }

  /** The state of the group that SQLite works on; made at its first row. */
  private group(context: number, it: Registered): Group {
    const at = this.library.c.sqlite3_aggregate_context!(context, 4);
    let number = this.library.word(at);
    if (number === 0) {
      const value = typeof it.start === 'function' ? it.start.call(null) : it.start;
      number = ++this.lastGroup;
      this.groups.set(number, { value, windowed: false });
      this.library.setWord(at, number);
    }
    return this.groups.get(number)!;
  }

  private advance(context: number, count: number, values: number, choose: (it: Registered) => Function): void {
    this.guarded(context, (it) => {
      const group = this.group(context, it);
      group.value = choose(it).call(undefined, group.value, ...this.args(it, count, values));
    });
  }

  private finish(context: number, last: boolean): void {
    this.guarded(context, (it) => {
      const group = this.group(context, it);
      if (last) this.groups.delete(this.library.word(this.library.c.sqlite3_aggregate_context!(context, 4)));
      // The last row of a window has had its value: nobody sees another one.
      if (last && group.windowed) return;
      group.windowed = !last;
      returnValue(this.library, context, it.result ? it.result.call(null, group.value) : group.value);
    });
  }
}
