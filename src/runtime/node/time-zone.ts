/**
 * `TZ` for a Node process (`DateTimeConfigurationChangeNotification` of node_env_var.cc). A page cannot give a worker another time zone than the
 * browser's, so dates of the process get their local time here, by ECMA-262 21.4: the constructor, what reads and sets local fields, what is printed, and
 * what `Intl` takes where nobody names a zone. Nothing is touched as long as `TZ` is not set or means the browser's zone.
 */
import { offsetText, timeZoneOf, type TimeZone } from '../abi/time-zone.ts';
import type { CoreRuntime } from './core.ts';

type Method = (this: Date, ...args: never[]) => unknown;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** A text of V8's older form that says itself which zone it is in; what is in brackets counts for nothing. */
const ZONED = /(?:\b(?:UTC?|GMT|Z|[ECMP][SD]T)\b|\d\s*Z\s*$|:\d\d(?:\.\d+)?\s*(?:[ap]m)?\s*[-+]\d)/i;
/** ECMA-262's own form with a time and no zone; without a time it is in UTC. */
const LOCAL_ISO = /^(?:\d{4}|[-+]\d{6})(?:-\d\d){0,2}T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/;
const ISO_DATE = /^(?:\d{4}|[-+]\d{6})(?:-\d\d){0,2}$/;

const NativeFormat = Intl.DateTimeFormat;
const state: { tz: string | undefined; zone: TimeZone | null | undefined; installed: boolean } = { tz: undefined, zone: null, installed: false };

/** The zone of this process from now on. @param tz undefined for the browser's */
export function setTimeZone(rt: CoreRuntime, tz: string | undefined): void {
  state.tz = tz;
  state.zone = undefined;
  if (tz === undefined || state.installed) return;
  state.installed = true;
  install(rt);
}

/** Found when it is first asked for: many processes inherit `TZ` and have no dates. @returns null where it is the browser's */
function find(): TimeZone | null {
  const zone = state.tz === undefined ? null : timeZoneOf(state.tz);
  // One without a name is the same time as UTC and called otherwise.
  return state.zone = zone?.named && zone.id === timeZoneOf(new NativeFormat().resolvedOptions().timeZone).id ? null : zone;
}

const current = (): TimeZone | null => (state.zone === undefined ? find() : state.zone);

function install(rt: CoreRuntime): void {
  // Else `this` of a number would be an object in the errors below.
  'use strict';
  const NativeDate = rt.native.Date;
  const proto = NativeDate.prototype;
  const native = Object.fromEntries(Object.getOwnPropertyNames(proto).map((name) => [name, (proto as unknown as Record<string, Method>)[name]!])) as Record<string, (...args: unknown[]) => number>;
  const call = (name: string, date: Date, args: unknown[] = []): number => Reflect.apply(native[name]!, date, args) as number;
  const parseNative = NativeDate.parse;
  const isDate = (value: unknown): boolean => {
    try {
      call('getTime', value as Date);
      return true;
    } catch {
      return false;
    }
  };
  /** A date whose UTC fields are what clocks show in the zone. */
  const shown = (ms: number): Date => new NativeDate(ms + state.zone!.offsetAt(ms));
  const pad = (n: number, width = 2): string => `${Math.abs(n)}`.padStart(width, '0');

  const dateText = (date: Date): string => {
    const year = date.getUTCFullYear();
    return `${DAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${pad(date.getUTCDate())} ${year < 0 ? '-' : ''}${pad(year, 4)}`;
  };
  const timeText = (date: Date, ms: number): string => {
    const offset = offsetText(state.zone!.offsetAt(ms), '');
    return `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())} GMT${offset} (${state.zone!.nameAt(ms)})`;
  };
  const text = (date: Date, format: (shown: Date, ms: number) => string): string => {
    const ms = call('getTime', date);
    return Number.isNaN(ms) ? 'Invalid Date' : format(shown(ms), ms);
  };
  const whole = (date: Date, ms: number): string => `${dateText(date)} ${timeText(date, ms)}`;

  function parse(value: string): number {
    if (!current() || ISO_DATE.test(value)) return parseNative(value);
    if (LOCAL_ISO.test(value)) return state.zone!.momentOf(parseNative(`${value}Z`));
    if (ZONED.test(value.replace(/\([^)]*\)/g, ' '))) return parseNative(value);
    const local = parseNative(`${value} UTC`);
    return Number.isNaN(local) ? parseNative(value) : state.zone!.momentOf(local);
  }

  const replace = (name: string, method: (date: Date, args: unknown[]) => unknown): void => {
    const { length } = native[name]!;
    const fn = { [name](this: Date, ...args: unknown[]) { return current() && isDate(this) ? method(this, args) : call(name, this, args); } }[name]!;
    Object.defineProperty(fn, 'length', { value: length, configurable: true });
    Object.defineProperty(proto, name, { value: fn, writable: true, configurable: true, enumerable: false });
  };
  for (const field of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']) {
    replace(`get${field}`, (date) => call(`getUTC${field}`, shown(call('getTime', date))));
    if (field === 'Day') continue;
    replace(`set${field}`, (date, args) => {
      const ms = call('getTime', date);
      // Only a year makes a date of what is none: that of the beginning of time, in local time.
      const local = Number.isNaN(ms) && field === 'FullYear' ? new NativeDate(0) : shown(ms);
      call(`setUTC${field}`, local, args);
      return call('setTime', date, [state.zone!.momentOf(call('getTime', local))]);
    });
  }
  replace('getYear', (date) => call('getUTCFullYear', shown(call('getTime', date))) - 1900);
  replace('setYear', (date, [value]) => {
    const year = Number(value);
    const ms = call('getTime', date);
    const local = Number.isNaN(ms) ? new NativeDate(0) : shown(ms);
    call('setUTCFullYear', local, [Math.trunc(year) >= 0 && Math.trunc(year) <= 99 ? 1900 + Math.trunc(year) : year]);
    return call('setTime', date, [state.zone!.momentOf(call('getTime', local))]);
  });
  replace('getTimezoneOffset', (date) => {
    const ms = call('getTime', date);
    return Number.isNaN(ms) ? NaN : 0 - Math.trunc(state.zone!.offsetAt(ms) / 60_000);
  });
  replace('toString', (date) => text(date, whole));
  replace('toDateString', (date) => text(date, dateText));
  replace('toTimeString', (date) => text(date, timeText));
  // Reads of the other options go to the object that was given.
  const zoned = (options: unknown): unknown => (options === null || !current() || (options as { timeZone?: unknown } | undefined)?.timeZone !== undefined
    ? options : Object.create(options === undefined ? null : Object(options) as object, { timeZone: { value: state.zone!.id } }));
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) replace(name, (date, [locales, options]) => call(name, date, [locales, zoned(options)]));

  const ZonedDate = new rt.native.Proxy(NativeDate, {
    apply: () => new NativeDate().toString(),
    construct(target, args: unknown[], newTarget) {
      if (current() && args.length > 1) {
        const local = Reflect.apply(NativeDate.UTC, undefined, args) as number;
        return Reflect.construct(target, [state.zone!.momentOf(local)], newTarget);
      }
      if (!current() || args.length === 0) return Reflect.construct(target, args, newTarget);
      let [value] = args;
      // A date is copied as it is; anything else is asked for its value once.
      if (typeof value === 'object' && value !== null && !isDate(value)) value = toPrimitive(value);
      return Reflect.construct(target, [typeof value === 'string' ? parse(value) : value], newTarget);
    },
  });
  Object.defineProperty(NativeDate, 'parse', { value: { parse: (value: unknown) => parse(`${value as string}`) }.parse, writable: true, configurable: true, enumerable: false });
  Object.defineProperty(proto, 'constructor', { value: ZonedDate, writable: true, configurable: true, enumerable: false });
  Object.defineProperty(globalThis, 'Date', { value: ZonedDate, writable: true, configurable: true, enumerable: false });

  const ZonedFormat = new rt.native.Proxy(NativeFormat, {
    apply: (target, _, [locales, options]: [never, never]) => new target(locales, zoned(options) as never),
    construct: (target, [locales, options]: unknown[], newTarget) => Reflect.construct(target, [locales, zoned(options)], newTarget) as object,
  });
  Object.defineProperty(NativeFormat.prototype, 'constructor', { value: ZonedFormat, writable: true, configurable: true, enumerable: false });
  Object.defineProperty(Intl, 'DateTimeFormat', { value: ZonedFormat, writable: true, configurable: true, enumerable: false });
}

/** ECMA-262 7.1.1 without a hint. */
function toPrimitive(value: object): unknown {
  const exotic = (value as { [Symbol.toPrimitive]?: unknown })[Symbol.toPrimitive];
  if (exotic !== undefined && exotic !== null) return Reflect.apply(exotic as (hint: string) => unknown, value, ['default']);
  const plain = (value as { valueOf(): unknown }).valueOf();
  return typeof plain === 'object' && plain !== null ? String(value) : plain;
}
