/** What a WASI call gets, and the table its implementations are collected in. */
import type { NodeRuntime } from '../runtime.ts';
import type { Descriptors } from './descriptors.ts';
import type { Memory } from './memory.ts';
import type { Yielding } from './yielding.ts';

export interface Context { rt: NodeRuntime; memory: Memory; descriptors: Descriptors; args: Uint8Array[]; env: Uint8Array[]; yielding: Yielding }

/**
 * One function of preview 1. `types` has a letter for each argument: `i` a 32-bit number, `I` a 64-bit one (bigint). `run` returns nothing for success and throws
 * WasiError or SysError else.
 */
export interface Call { types: string; run(context: Context, ...args: any[]): void }
export type Calls = { [name: string]: Call };

export const NANOSECONDS = 1_000_000n;

/** Milliseconds with a fraction, as the system calls have them, in nanoseconds. */
export const toNanoseconds = (ms: number): bigint => BigInt(Math.floor(ms)) * NANOSECONDS + BigInt(Math.round((ms - Math.floor(ms)) * 1e6));
