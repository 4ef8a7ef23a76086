/** When the process began. */
import type { CoreRuntime } from '../core.ts';
import { payloadOf } from '../messaging/thread-payload.ts';

const origins = new WeakMap<CoreRuntime, number>();

/** Milliseconds of the epoch, by the clock that all workers share: a waiting worker becomes a process when this is asked first, and its threads are told. */
export function processOrigin(rt: CoreRuntime): number {
  // Waiting in the pool it is none yet.
  if (rt.start === undefined) return clock(rt);
  let origin = origins.get(rt);
  if (origin === undefined) origins.set(rt, origin = rt.start.thread === undefined ? clock(rt) : payloadOf(rt.start).origin);
  return origin;
}

export function clock(rt: CoreRuntime): number {
  const { performance } = rt.native;
  return performance.timeOrigin + performance.now();
}
