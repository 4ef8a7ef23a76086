/** What a thread is told by the one that makes it, beside arguments and environment: the kernel hands it on unread. */

import type { Preset } from '../options/variables.ts';

/** What threads start from when they are given no flags of their own: the process's command line. */
export interface BaseFlags { args: string[]; env: string | undefined; preset: Preset[] }

export interface ThreadPayload {
  name: string;
  /** It runs the library's own script (the thread of module hooks). */
  internal: boolean;
  /** Its environment is its maker's own. */
  sharesEnv: boolean;
  /** The four limits of `resourceLimits`, in the order of the binding's constants; 0 where none was given. */
  limits: number[];
  /** `process.execArgv` in it. */
  execArgv: string[];
  /** The flags it reads its options from. */
  flags: BaseFlags;
  base: BaseFlags;
  /** When the process began. */
  origin: number;
}

const read = new WeakMap<object, ThreadPayload>();

/** The payload of a thread's start message. */
export function payloadOf(start: { payload?: string }): ThreadPayload {
  let payload = read.get(start);
  if (payload === undefined) read.set(start, payload = JSON.parse(start.payload!) as ThreadPayload);
  return payload;
}
