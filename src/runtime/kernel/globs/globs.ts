/** Glob patterns, matched by a script that comes when somebody asks. */
import { GLOBS_ASSET } from '../../frames/messages.ts';
import type { Assets } from '../assets.ts';

/** Whether a path fits one of the patterns. */
export type Globs = (patterns: readonly string[]) => (path: string) => boolean;
export interface GlobScope { tabloomGlobs?: Globs }

/** @throws SysError EIO when the script could not be fetched */
export async function bringGlobs(assets: Assets): Promise<Globs> {
  const scope = globalThis as GlobScope;
  if (scope.tabloomGlobs === undefined) {
    const address = await assets.bring(GLOBS_ASSET);
    // Two exports may have waited for it.
    if (scope.tabloomGlobs === undefined) (globalThis as unknown as { importScripts(url: string): void }).importScripts(address);
  }
  return scope.tabloomGlobs!;
}
