/** A waiting worker becomes a further thread of a process: environment, and the script that takes the rest from its port. */
import { runMain } from './boot.ts';
import type { CoreRuntime } from './core.ts';
import { payloadOf } from './messaging/thread-payload.ts';
import { makeEnvironment } from './environment.ts';
import { holdToFlags } from './start-process.ts';
import { setTimeZone } from './time-zone.ts';

export function startThread(rt: CoreRuntime): void {
  for (const fn of rt.onStart) fn();
  rt.process.env = makeEnvironment(rt, rt.start!.env);
  if (rt.start!.env.TZ !== undefined) setTimeZone(rt, rt.start!.env.TZ);
  if (payloadOf(rt.start!).sharesEnv) rt.threads.shareEnvironment();
  holdToFlags(rt);
  runMain(rt, 'internal/main/worker_thread');
}
