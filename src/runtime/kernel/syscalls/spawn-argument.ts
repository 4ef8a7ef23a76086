/** Checks and copies a `SpawnSpec` as a process sent it. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { SpawnSpec } from '../../abi/syscalls.ts';
import { DISPOSITION, SIG } from '../../abi/constants.ts';
import { MAX_SIGNAL } from '../process/default-actions.ts';
import { MAX_FDS } from '../files/fd-table.ts';
import { intArgument, intsArgument, pathArgument } from './arguments.ts';

/** Linux's bounds (execve(2)): bytes of one string with its final zero, and of all of them with a pointer to each. */
const MAX_STRING = 128 * 1024;
const MAX_STRINGS = 2 * 1024 * 1024;
const POINTER = 8;

/** @throws SysError EFAULT, EINVAL, E2BIG */
export function spawnArgument(value: unknown): SpawnSpec {
  if (typeof value !== 'object' || value === null) throw new SysError(ERRNO.EFAULT);
  const { file, args, cwd, env, fds, pgid, foreground, setsid, ctty, signals, payload } = value as { [K in keyof SpawnSpec]: unknown };
  if (!Array.isArray(args) || typeof env !== 'object' || env === null || Array.isArray(env)) throw new SysError(ERRNO.EFAULT);
  const descriptors = intsArgument(fds);
  if (descriptors.length > MAX_FDS) throw new SysError(ERRNO.EINVAL);
  const spec: SpawnSpec = {
    file: pathArgument(file),
    args: args.length ? args.map(pathArgument) : [pathArgument(file)],
    env: environment(env as { [name: string]: unknown }),
    fds: descriptors,
  };
  // A shell's copy of itself is a fork: the bounds are for programs.
  if (payload === undefined) checkSize(spec);
  if (cwd !== undefined) spec.cwd = pathArgument(cwd);
  if (pgid !== undefined) {
    spec.pgid = intArgument(pgid);
    if (spec.pgid < 0) throw new SysError(ERRNO.EINVAL);
  }
  if (foreground !== undefined) spec.foreground = intArgument(foreground);
  if (setsid === true) spec.setsid = true;
  if (ctty !== undefined) spec.ctty = intArgument(ctty);
  if (signals !== undefined) spec.signals = signalList(signals);
  if (payload !== undefined) {
    // Unlike the strings above it never becomes a C string: it may hold any character.
    if (typeof payload !== 'string') throw new SysError(ERRNO.EFAULT);
    spec.payload = payload;
  }
  return spec;
}

/** @throws SysError E2BIG */
function checkSize({ args, env }: SpawnSpec): void {
  const encoder = new TextEncoder();
  let total = 0;
  for (const text of [...args, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]) {
    const bytes = encoder.encode(text).length + 1;
    total += bytes + POINTER;
    if (bytes > MAX_STRING || total > MAX_STRINGS) throw new SysError(ERRNO.E2BIG);
  }
}

function signalList(value: unknown): [number, number][] {
  if (!Array.isArray(value) || value.length > MAX_SIGNAL) throw new SysError(ERRNO.EINVAL);
  return value.map((pair: unknown) => {
    const [signal, disposition] = intsArgument(pair) as [number, number];
    const known = disposition === DISPOSITION.DEFAULT || disposition === DISPOSITION.IGNORE;
    if (!(signal >= 1 && signal <= MAX_SIGNAL) || !known || signal === SIG.KILL || signal === SIG.STOP) throw new SysError(ERRNO.EINVAL);
    return [signal, disposition];
  });
}

export function environment(env: { [name: string]: unknown }): { [name: string]: string } {
  const out: { [name: string]: string } = {};
  // defineProperty: a variable may be called __proto__.
  for (const name of Object.keys(env)) Object.defineProperty(out, name, { value: pathArgument(env[name]), writable: true, enumerable: true, configurable: true });
  return out;
}
