import type { NodeRuntime } from '../runtime.ts';

/** Name of a signal number as Node reports it (`SIGTERM`); empty for 0. */
export function signalName(rt: NodeRuntime, signal: number): string {
  if (signal === 0) return '';
  const names: { [name: string]: number } = rt.internalBinding('constants').os.signals;
  return Object.keys(names).find((name) => names[name] === signal) ?? `SIG${signal}`;
}

/** Exit code and signal number of a wait(2) status. */
export function decodeStatus(status: number): { code: number; signal: number } {
  const signal = status & 0x7f;
  return { code: signal === 0 ? (status >> 8) & 0xff : 0, signal };
}
