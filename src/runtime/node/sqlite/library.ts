/** SQLite as WebAssembly (the official build, the same version as Node's): one instance serves all databases of a process. */
import { assetBytes } from '../asset-bytes.ts';
import type { NodeRuntime } from '../runtime.ts';
import { CODE, sqliteError } from './errors.ts';
import { type Machine, systemImports } from './system.ts';
import { wasmFunction } from './wasm-function.ts';

/** Pages of 64 KiB that the module declares as its least memory, and its most. */
const INITIAL_PAGES = 128;
const MAXIMUM_PAGES = 32768;

/** The default of this build takes no locks. */
export const LOCKING_VFS = 'unix';

/** Exports used here: pointers and 32-bit numbers are numbers, 64-bit ones bigints. */
type Exports = { [name: string]: (...args: any[]) => any } & { __indirect_function_table: WebAssembly.Table };

export class Library {
  readonly rt: NodeRuntime;
  readonly c: Exports;
  private readonly memory: WebAssembly.Memory;

  constructor(rt: NodeRuntime) {
    this.rt = rt;
    const { WebAssembly: wasm } = rt.native;
    this.memory = new wasm.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES });
    const machine: Machine = { memory: this.memory, aligned: (size) => this.c.emscripten_builtin_memalign!(65536, size) >>> 0, free: (pointer) => this.c.free!(pointer) };
    const instance = new wasm.Instance(new wasm.Module(assetBytes(rt, 'sqlite3.wasm')), systemImports(rt, machine));
    this.c = instance.exports as Exports;
    this.c.__wasm_call_ctors!();
    this.c.sqlite3_initialize!();
  }

  /** Bytes at a pointer, as they lie there. */
  bytes(at: number, length: number): Uint8Array {
    return new this.rt.native.Uint8Array(this.memory.buffer, at >>> 0, length);
  }

  word(at: number): number {
    return new this.rt.native.DataView(this.memory.buffer).getInt32(at >>> 0, true);
  }

  setWord(at: number, value: number): void {
    new this.rt.native.DataView(this.memory.buffer).setInt32(at >>> 0, value, true);
  }

  /** Text that ends with NUL; null for a null pointer. */
  text(at: number): string | null {
    if (at === 0) return null;
    const all = new this.rt.native.Uint8Array(this.memory.buffer);
    return this.decode(all.subarray(at >>> 0, all.indexOf(0, at >>> 0)));
  }

  decode(bytes: Uint8Array): string {
    // Not the default decoder: it swallows a byte order mark.
    return new this.rt.native.TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }

  /** Memory with these bytes and a NUL behind them; the caller frees it. */
  put(bytes: Uint8Array): number {
    const at = this.c.sqlite3_malloc!(bytes.length + 1);
    if (at === 0) throw sqliteError(this, 'out of memory', CODE.NOMEM);
    const target = this.bytes(at, bytes.length + 1);
    target.set(bytes);
    target[bytes.length] = 0;
    return at;
  }

  encode(text: string): Uint8Array {
    return new this.rt.native.TextEncoder().encode(text);
  }

  /** Runs with strings as NUL-terminated pointers; null stays a null pointer. */
  withText<T>(texts: (string | null)[], run: (...pointers: number[]) => T): T {
    const pointers: number[] = [];
    try {
      for (const text of texts) pointers.push(text === null ? 0 : this.put(this.encode(text)));
      return run(...pointers);
    } finally {
      for (const pointer of pointers) if (pointer !== 0) this.c.sqlite3_free!(pointer);
    }
  }

  /** Runs with room for `count` words that the call fills. */
  withWords<T>(count: number, run: (at: number) => T): T {
    const at = this.put(new this.rt.native.Uint8Array(count * 4));
    try {
      return run(at);
    } finally {
      this.c.sqlite3_free!(at);
    }
  }

  /** A JavaScript function as a C function pointer, for ever: `types` as in `wasm-function.ts`. */
  pointerTo(types: string, run: (...args: any[]) => number | void): number {
    const table = this.c.__indirect_function_table;
    const index = table.grow(1);
    table.set(index, wasmFunction(this.rt, types, run));
    return index;
  }
}

const libraries = new WeakMap<NodeRuntime, Library>();

/** The process's instance, made at first use. */
export function libraryOf(rt: NodeRuntime): Library {
  let library = libraries.get(rt);
  if (!library) libraries.set(rt, library = new Library(rt));
  return library;
}
