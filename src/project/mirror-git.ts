/**
 * What a repository's files mean to each other, as far as a copy of them must know. Git writes in an order: contents first, then what names them.
 * A copy that is cut off anywhere is whole if what names something was read first and is written last.
 */
import type { FoundFile } from './mirror-source.ts';

const IN_GIT = /(?:^|\/)\.git(?:\/(.*))?$/;

/** Whether a path is a repository's folder or in one. */
export function isInGit(path: string): boolean {
  return IN_GIT.test(path);
}

/** Whether a file names objects of a repository (refs, HEAD, index, indexes of packs), as against holding one, or being no part of a repository. */
export function namesObjects(path: string): boolean {
  const inside = IN_GIT.exec(path)?.[1];
  if (inside === undefined) return false;
  return !/^objects(\/|$)/.test(inside) || /^objects\/(info\/|pack\/(multi-pack-index|[^/]*\.(idx|rev|bitmap|mtimes))$)/.test(inside);
}

/** Files by which git tells itself that it is at work. Git is gone when the copy is opened again, and they would keep it from ever working there. */
export function isGitsOwn(path: string): boolean {
  return /(^|\/)\.git\/(.*\.lock|(.*\/)?tmp_[^/]*)$/.test(path);
}

/**
 * Whether a file of a repository is finished: programs write some of them in place, and then they are empty or cut short for a moment.
 * @returns false for one that git itself would refuse; true for everything that is no file of a repository, or of a kind that cannot be told.
 */
export async function isFinished(path: string, { data }: FoundFile): Promise<boolean> {
  const inside = IN_GIT.exec(path)?.[1];
  if (inside === undefined) return true;
  if (/^(HEAD|ORIG_HEAD|refs\/.+)$/.test(inside)) return data.length < 4096 && /^(ref: \S.*|[0-9a-f]{40}([0-9a-f]{24})?)\s*$/.test(new TextDecoder().decode(data));
  if (inside === 'packed-refs' || inside === 'config') return data.length > 0 && data[data.length - 1] === 10;
  if (inside === 'index' || /^objects\/pack\/[^/]*\.(idx|pack)$/.test(inside)) return endsInItsHash(data);
  if (/^objects\/[0-9a-f]{2}\/[0-9a-f]{38,62}$/.test(inside)) return inflates(data);
  return true;
}

/** The index, packs and their indexes end in the SHA-1 of all before it. */
async function endsInItsHash(data: Uint8Array): Promise<boolean> {
  const end = data.length - 20;
  if (end < 12) return false;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-1', data.slice(0, end)));
  return hash.every((byte, index) => byte === data[end + index]);
}

/** A stream that is cut short, or goes wrong, fails. */
async function inflates(data: Uint8Array): Promise<boolean> {
  try {
    const reader = new Blob([data.slice()]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
    while (!(await reader.read()).done);
    return true;
  } catch {
    return false;
  }
}
