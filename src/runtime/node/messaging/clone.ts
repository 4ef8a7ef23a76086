/** Structured clone with Node's rules: the library's own objects (Blob, KeyObject, MessagePort) travel by their clone and transfer methods. */
import type { CoreRuntime } from '../core.ts';
import type { Internal } from '../runtime.ts';
import { type CloneableHandle, isCloneableHandle } from './handles.ts';

const CLONEABLE = 2, TRANSFERABLE = 1;

/** How ports move: `take` empties one and hands out its state, `give` makes a new port around it, `drop` closes one that goes nowhere. */
export interface PortTransfer { isPort(value: unknown): boolean; isOpen(port: object): boolean; take(port: object): unknown; give(state: unknown): object; drop(state: unknown): void }

/** A value on its way: what the engine can copy, and what has to be made anew at the other end. */
export interface Parcel { value: unknown; hosts: Host[] }
export type Host = { port: unknown } | { handle: CloneableHandle } | { data: Parcel; info: string };

const MARK = '\0tabloom host object';

export interface Cloner {
  pack(value: unknown, transfer: readonly unknown[]): Parcel;
  /** Makes the value; ports that came with it are listed in `ports`. */
  unpack(parcel: Parcel, ports: object[]): unknown;
  /** What makes an empty object of a library class from `module:Class`. */
  create: ((info: string) => Internal) | undefined;
}

export function createCloner(rt: CoreRuntime, ports: PortTransfer): Cloner {
  const { transfer_mode_private_symbol: modeSymbol, untransferable_object_private_symbol } = rt.privateSymbols;
  const { messaging_clone_symbol, messaging_transfer_symbol, messaging_deserialize_symbol, messaging_transfer_list_symbol } = rt.symbols;

  const refuse = (text: string): never => {
    throw rt.stacks.withRoom(() => new rt.domException(text, 'DataCloneError'));
  };
  /** Bytes are the engine's own: a mark on them says nothing. */
  const modeOf = (value: object): number | undefined => (value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? undefined : (value as Internal)[modeSymbol!]);
  const isPlain = (value: object): boolean => {
    const prototype = Object.getPrototypeOf(value);
    // An instance of a class of the program's is written property by property, too.
    return prototype === Object.prototype || prototype === null || Array.isArray(value) || value instanceof Map || value instanceof Set || Object.prototype.toString.call(value) === '[object Object]';
  };

  /** Whether anything in `value` is an object of the library's: the engine copies everything else by itself, faster. */
  const hasHosts = (value: unknown, seen: Set<object>): boolean => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return false;
    seen.add(value);
    // A proxy here and none in Node: the engine would refuse it, a copy of it goes.
    if (value === rt.process.env) return true;
    if (modeOf(value) !== undefined || ports.isPort(value) || isCloneableHandle(value)) return true;
    if (!isPlain(value)) return false;
    if (value instanceof Map) {
      for (const [k, v] of value) if (hasHosts(k, seen) || hasHosts(v, seen)) return true;
      return false;
    }
    if (value instanceof Set) {
      for (const v of value) if (hasHosts(v, seen)) return true;
      return false;
    }
    for (const key of Object.keys(value)) if (hasHosts((value as Internal)[key], seen)) return true;
    return false;
  };

  const nativeClone = (value: unknown, transfer: readonly unknown[]): unknown => {
    try {
      return rt.native.structuredClone(value, { transfer: transfer as Transferable[] });
    } catch (e) {
      if (e instanceof rt.native.DOMException) refuse(e.message.replace(/^Failed to execute '\w+' on '\w+': /, ''));
      // The memory of a WebAssembly instance cannot be detached.
      if (e instanceof TypeError && /not detachable/.test(e.message)) refuse('Cannot transfer object of unsupported type.');
      throw e;
    }
  };

  /** @param moved all that the message transfers, at whatever depth: what goes along with one object is not to be asked for again with the next */
  const packed = (value: unknown, moved: Set<unknown>, buffers: readonly unknown[]): Parcel => {
    if (moved.size === 0 && !hasHosts(value, new Set())) return { value: nativeClone(value, []), hosts: [] };
    /** Each takes its object out of this thread's hands, which is done when it is certain that everything else can be copied. */
    const hosts: (() => Host)[] = [];
    const copies = new Map<object, unknown>();
    const replace = (v: unknown): unknown => {
      if (typeof v !== 'object' || v === null) return v;
      if (copies.has(v)) return copies.get(v);
      const mode = modeOf(v);
      if (ports.isPort(v)) {
        if (!ports.isOpen(v)) refuse('Cannot clone object of unsupported type.');
        if (!moved.has(v)) refuse('Object that needs transfer was found in message but not listed in transferList');
        return place(v, () => ({ port: ports.take(v) }));
      }
      if (mode !== undefined) {
        if ((mode & TRANSFERABLE) !== 0 && moved.has(v)) {
          for (const nested of (v as Internal)[messaging_transfer_list_symbol!]?.() ?? []) moved.add(nested);
          return place(v, () => {
            const { data, deserializeInfo } = (v as Internal)[messaging_transfer_symbol!]();
            return { data: packed(data, moved, []), info: deserializeInfo };
          });
        }
        if ((mode & CLONEABLE) !== 0) {
          return place(v, () => {
            const { data, deserializeInfo } = (v as Internal)[messaging_clone_symbol!]();
            return { data: packed(data, new Set(), []), info: deserializeInfo };
          });
        }
        return refuse((mode & TRANSFERABLE) !== 0 ? 'Object that needs transfer was found in message but not listed in transferList' : 'Cannot clone object of unsupported type.');
      }
      if (isCloneableHandle(v)) return place(v, () => ({ handle: v }));
      if (!isPlain(v)) return v;
      if (Array.isArray(v)) {
        const copy: unknown[] = new Array(v.length);
        copies.set(v, copy);
        for (const key of Object.keys(v)) (copy as Internal)[key] = replace((v as Internal)[key]);
        return copy;
      }
      if (v instanceof Map) {
        const copy = new Map();
        copies.set(v, copy);
        for (const [k, item] of v) copy.set(replace(k), replace(item));
        return copy;
      }
      if (v instanceof Set) {
        const copy = new Set();
        copies.set(v, copy);
        for (const item of v) copy.add(replace(item));
        return copy;
      }
      const copy: Internal = {};
      copies.set(v, copy);
      for (const key of Object.keys(v)) Object.defineProperty(copy, key, { value: replace((v as Internal)[key]), writable: true, enumerable: true, configurable: true });
      return copy;
    };
    const place = (v: object, host: () => Host): unknown => {
      const marker = { [MARK]: hosts.push(host) - 1 };
      copies.set(v, marker);
      return marker;
    };
    const copy = nativeClone(replace(value), buffers);
    const taken: Host[] = [];
    try {
      for (const host of hosts) taken.push(host());
    } catch (e) {
      // An object does not let itself be moved (a file that is being read): as in Node, ports that went before it are lost, and the other ends hear of it.
      taken.forEach(drop);
      throw e;
    }
    return { value: copy, hosts: taken };
  };

  const drop = (host: Host): void => {
    if ('port' in host) ports.drop(host.port);
    else if ('data' in host) host.data.hosts.forEach(drop);
  };

  const cloner: Cloner = {
    create: undefined,
    pack(value, transfer) {
      const moved = new Set(transfer);
      const buffers: unknown[] = [];
      const listed = new Set<object>();
      for (const item of transfer) {
        if (typeof item !== 'object' || item === null) return refuse('Found invalid value in transferList.');
        if ((item as Internal)[untransferable_object_private_symbol!] !== undefined) refuse('Cannot transfer object of unsupported type.');
        const isBuffer = item instanceof ArrayBuffer;
        if (isBuffer && (item as { detached?: boolean }).detached) refuse('Cannot transfer object of unsupported type.');
        if (listed.has(item)) refuse(`Transfer list contains duplicate ${item.constructor.name}`);
        listed.add(item);
        if (isBuffer) buffers.push(item);
        else if (ports.isPort(item)) {
          if (!ports.isOpen(item)) refuse('MessagePort in transfer list is already detached');
        } else if (((modeOf(item) ?? 0) & TRANSFERABLE) === 0) refuse('Found invalid value in transferList.');
      }
      return packed(value, moved, buffers);
    },
    unpack(parcel, received) {
      if (parcel.hosts.length === 0) return parcel.value;
      const made = parcel.hosts.map((host) => {
        if ('port' in host) {
          const port = ports.give(host.port);
          received.push(port);
          return port;
        }
        if ('handle' in host) return host.handle;
        const object = cloner.create!(host.info);
        object[messaging_deserialize_symbol!](cloner.unpack(host.data, received));
        return object;
      });
      const seen = new Set<object>();
      const restore = (v: unknown): unknown => {
        if (typeof v !== 'object' || v === null) return v;
        const index = (v as Internal)[MARK];
        if (typeof index === 'number') return made[index];
        if (seen.has(v)) return v;
        seen.add(v);
        if (v instanceof Map) {
          const entries = [...v];
          v.clear();
          for (const [k, item] of entries) v.set(restore(k), restore(item));
        } else if (v instanceof Set) {
          const items = [...v];
          v.clear();
          for (const item of items) v.add(restore(item));
        } else if (isPlain(v)) {
          for (const key of Object.keys(v)) (v as Internal)[key] = restore((v as Internal)[key]);
        }
        return v;
      };
      return restore(parcel.value);
    },
  };
  return cloner;
}
