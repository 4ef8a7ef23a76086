/** POSIX paths as strings; the page has no `node:path`, and the sandbox is always POSIX. */

/** Collapses `.`, `..` and doubled slashes; an absolute path stays absolute and never climbs above `/`. The empty path is `.`. */
export function normalizePath(path: string): string {
  const absolute = path.startsWith('/');
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') out.push(part);
    else if (out.length > 0 && out[out.length - 1] !== '..') out.pop();
    else if (!absolute) out.push('..');
  }
  const joined = out.join('/');
  return absolute ? `/${joined}` : joined || '.';
}

export function joinPath(...parts: string[]): string {
  return normalizePath(parts.filter((part) => part !== '').join('/'));
}

export function dirname(path: string): string {
  const at = path.lastIndexOf('/');
  if (at < 0) return '.';
  return at === 0 ? '/' : path.slice(0, at);
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path of `path` relative to `root` (`.` for the root itself), or undefined when it lies outside. Both are absolute. */
export function relativeInside(root: string, path: string): string | undefined {
  const base = normalizePath(root);
  const full = normalizePath(path);
  if (full === base) return '.';
  const prefix = base === '/' ? '/' : `${base}/`;
  return full.startsWith(prefix) ? full.slice(prefix.length) : undefined;
}
