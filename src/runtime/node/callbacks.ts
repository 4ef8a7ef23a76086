/** Calls from native code into JavaScript, with libuv's and Node's rules around them. */
import { FIELD } from './async-state.ts';
import type { CoreRuntime } from './core.ts';
import type { Internal, NodeRuntime } from './runtime.ts';

type Calls = Pick<NodeRuntime, 'makeCallback' | 'throwErrno' | 'toBytes' | 'attachAsync'>;

/** The functions of the runtime that need all of it; `get` breaks the circle. */
export function makeCallbacks(get: () => CoreRuntime): Calls {
  const drain = (): void => {
    const rt = get();
    if (!rt.ticks.pending()) return;
    rt.ticks.depth++;
    let ok = false;
    try {
      rt.callbacks.ticks!.call(rt.process);
      ok = true;
    } finally {
      rt.ticks.depth--;
      if (!ok) rt.ticks.threw = true;
    }
  };
  return {
    makeCallback(fn, thisArg, ...args) {
      const rt = get();
      const { ticks, async } = rt;
      const record = async.record(thisArg);
      const before = async.frame;
      // An `await` may have left its context behind; a callback begins with its own.
      if (ticks.depth === 0) async.frame = async.base;
      ticks.depth++;
      let result: unknown;
      let ok = false;
      if (record !== undefined) {
        async.frame = record.frame;
        async.push(record.id, record.trigger, thisArg as object);
        if (async.fields![FIELD.BEFORE]! > 0) async.hooks.before(record.id);
      }
      try {
        result = fn.apply(thisArg, args);
        ok = true;
      } finally {
        ticks.depth--;
        if (!ok && ticks.depth === 0) ticks.threw = true;
        if (record !== undefined) {
          async.frame = before;
          // After an exception the library's handler empties the stack of ids itself, having called the after hooks.
          if (ok) {
            if (async.fields![FIELD.AFTER]! > 0) async.hooks.after(record.id);
            async.pop(record.id);
          }
        }
      }
      if (ticks.depth === 0) drain();
      return result;
    },
    throwErrno(errno, syscall, path, dest) {
      const rt = get();
      throw rt.stacks.withRoom(() => uvException(rt, errno, syscall, path, dest));
    },
    toBytes(text, encoding = 'utf8') {
      return get().encode(text, encoding);
    },
    attachAsync(resource, provider) {
      return get().async.attach(resource, provider).id;
    },
  };
}

/** UVException of node's C++: `CODE: message, syscall 'path' -> 'dest'` with errno, code, syscall, path, dest. */
export function uvException(rt: CoreRuntime, errno: number, syscall: string, path?: string, dest?: string): Error {
  const known = rt.errorMap.get(-errno);
  const unknown = `Unknown system error ${-errno}`;
  const code = known?.[0] ?? unknown, text = known?.[1] ?? unknown;
  let message = `${code}: ${text}, ${syscall}`;
  if (path !== undefined) message += ` '${path}'`;
  if (dest !== undefined) message += ` -> '${dest}'`;
  const error: Internal = new Error(message);
  error.errno = -errno;
  error.code = code;
  error.syscall = syscall;
  if (path !== undefined) error.path = path;
  if (dest !== undefined) error.dest = dest;
  return error;
}
