/** `internalBinding('wasi')`: preview 1 over the sandbox's system calls; Node's `lib/wasi.js` does the rest (`src/node_wasi.cc`). */
import { SysError } from '../../abi/errno.ts';
import type { Binding, Internal, NodeRuntime } from '../runtime.ts';
import type { Calls, Context } from '../wasi/call.ts';
import { Descriptors } from '../wasi/descriptors.ts';
import { fileCalls } from '../wasi/file-calls.ts';
import { encode, Memory } from '../wasi/memory.ts';
import { WASI_ERRNO, WasiError, wasiErrno } from '../wasi/numbers.ts';
import { pathCalls } from '../wasi/path-calls.ts';
import { pollCalls } from '../wasi/poll-calls.ts';
import { processCalls } from '../wasi/process-calls.ts';
import { yieldingOf } from '../wasi/yielding.ts';

const calls: Calls = { ...processCalls, ...fileCalls, ...pathCalls, ...pollCalls };

export const wasi: Binding = {
  name: 'wasi',
  create(rt, shape) {
    class WASI {
      constructor(args: string[], env: string[], preopens: string[], stdio: number[]) {
        rt.permission?.demand('WASI');
        const context: Context = { rt, memory: undefined!, args: args.map(encode), env: env.map(encode), descriptors: openDescriptors(rt, stdio, preopens), yielding: yieldingOf(rt) };
        const self = this as Internal;
        // The library binds and hands out whatever it finds by enumeration, so the calls are own properties.
        for (const name of Object.keys(calls)) self[name] = (...values: unknown[]) => perform(rt, context, name, values);
        self._setMemory = (memory: unknown) => {
          if (!(memory instanceof rt.native.WebAssembly.Memory)) {
            const { ERR_INVALID_ARG_TYPE } = rt.requireBuiltin('internal/errors').codes;
            throw Object.assign(new ERR_INVALID_ARG_TYPE('instance.exports.memory', 'WebAssembly.Memory', memory), { message: '"instance.exports.memory" property must be a WebAssembly.Memory object' });
          }
          context.memory = new Memory(memory);
        };
      }
    }
    return Object.assign(shape, { WASI });
  },
};

function openDescriptors(rt: NodeRuntime, stdio: number[], preopens: string[]): Descriptors {
  try {
    return new Descriptors(rt, stdio, preopens);
  } catch (error) {
    if (!(error instanceof SysError)) throw error;
    const code = `UVWASI_${error.code}`;
    throw Object.assign(new rt.primordials.Error(`${code}, uvwasi_init`), { code });
  }
}

/** Returns WASI's error number, 0 for success. */
function perform(rt: NodeRuntime, context: Context, name: string, values: unknown[]): number {
  if (context.memory === undefined) {
    throw Object.assign(new rt.primordials.Error('wasi.start() has not been called'), { code: 'ERR_WASI_NOT_STARTED' });
  }
  const { types, run } = calls[name]!;
  if (values.length !== types.length || values.some((value, i) => typeof value !== (types[i] === 'I' ? 'bigint' : 'number'))) return WASI_ERRNO.EINVAL;
  try {
    run(context, ...values.map((value, i) => (types[i] === 'i' ? (value as number) >>> 0 : value)));
    return WASI_ERRNO.SUCCESS;
  } catch (error) {
    if (error instanceof WasiError) return error.errno;
    if (error instanceof SysError) return wasiErrno(error.errno);
    throw error;
  }
}
