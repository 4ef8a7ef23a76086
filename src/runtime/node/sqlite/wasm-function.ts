/** A JavaScript function as a WebAssembly one, which alone can stand in a table of function pointers: a module of one import that it exports again. */
import type { NodeRuntime } from '../runtime.ts';

const I32 = 0x7f;

/** `types`: `i` for each 32-bit argument, then `>`, then `i` for a result or nothing: `iii>`, `ii>i`. Fewer than 60 arguments. */
export function wasmFunction(rt: NodeRuntime, types: string, run: (...args: any[]) => number | void): WebAssembly.ExportValue {
  const [parameters, results] = types.split('>') as [string, string];
  const signature = [0x60, parameters.length, ...Array<number>(parameters.length).fill(I32), results.length, ...Array<number>(results.length).fill(I32)];
  const section = (id: number, content: number[]): number[] => [id, content.length, ...content];
  const module = new rt.native.WebAssembly.Module(Uint8Array.from([
    0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [1, ...signature]),
    ...section(2, [1, 1, 0x65, 1, 0x66, 0, 0]),
    ...section(7, [1, 1, 0x66, 0, 0]),
  ]));
  return new rt.native.WebAssembly.Instance(module, { e: { f: run } }).exports.f!;
}
