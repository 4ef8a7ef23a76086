/** Which part of the project a lock's key stands for. */

/**
 * `file:///src/app.ts` is `src/app.ts` of the project, `file:///` all of it; an absolute path of the project's own folder, and `/workspace/...`, mean the same place.
 * @param key as locks are named: what `URL` makes of it.
 * @returns relative to the project, `.` for all of it; undefined when the key is about something else: that lock keeps out only those who ask for it
 */
export function guardedPath(key: string, workdir: string): string | undefined {
  const url = URL.parse(key);
  if (url?.protocol !== 'file:' || url.host !== '' || url.search !== '' || url.hash !== '') return undefined;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
  const names = below(path, workdir) ?? below(path, '/workspace') ?? path;
  const parts = names.split('/').filter((name) => name !== '' && name !== '.');
  // An encoded slash or dot would lead elsewhere than it says.
  if (parts.includes('..') || path.includes('\0')) return undefined;
  return parts.join('/') || '.';
}

/** The one spelling of a place in the project, so that all who name it ask for the same lock; other keys stay as they are. */
export function placeKey(key: string, workdir: string): string {
  const path = guardedPath(key, workdir);
  if (path === undefined) return key;
  const { href } = new URL(`file:///${path === '.' ? '' : path.replace(/[\p{Cc} %?#\\|]/gu, (char) => encodeURIComponent(char))}`);
  // A folder of the project may be called as what stands for all of it is.
  return guardedPath(href, workdir) === path ? href : key;
}

/** Whether what is locked holds `path`; both relative to the project. */
export const covers = (locked: string, path: string): boolean => locked === '.' || path === locked || path.startsWith(`${locked}/`);

function below(path: string, folder: string): string | undefined {
  return path === folder || path.startsWith(`${folder}/`) ? path.slice(folder.length) : undefined;
}
