/** Where a database lies, as the program names it: text, bytes or a file: URL. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { invalidType } from './errors.ts';
import { viewBytes } from './values.ts';

/** @throws TypeError ERR_INVALID_ARG_TYPE, ERR_INVALID_URL_SCHEME */
export function databasePath(rt: NodeRuntime, path: unknown): string {
  const bad = (): Error => invalidType(rt, 'The "path" argument must be a string, Uint8Array, or URL without null bytes.');
  if (typeof path === 'string') {
    if (path.includes('\0')) throw bad();
    return path;
  }
  const bytes = viewBytes(path);
  if (bytes) {
    if (bytes.includes(0)) throw bad();
    return new rt.native.TextDecoder().decode(bytes);
  }
  const href = typeof path === 'object' && path !== null ? (path as Internal).href : undefined;
  if (typeof href !== 'string') throw bad();
  if (!href.startsWith('file:')) throw Object.assign(new rt.primordials.TypeError('The URL must be of scheme file:'), { code: 'ERR_INVALID_URL_SCHEME' });
  if (href.includes('%00')) throw bad();
  return href;
}
