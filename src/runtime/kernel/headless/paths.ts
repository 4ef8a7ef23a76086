/** Where the client's paths lead (decisions 18). */

/** Removes `.`, `..` and doubled slashes; `..` does not leave the root. */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Absolute path of what the client calls `path` in `fs` calls: `/` is the working directory, whose own absolute path is accepted too. */
export function clientPath(workdir: string, path: string): string {
  const absolute = normalize(path);
  if (path.startsWith('/') && (absolute === workdir || absolute.startsWith(`${workdir}/`))) return absolute;
  return absolute === '/' ? workdir : workdir + absolute;
}

/** The working directory of a spawn: relative to the sandbox's, or absolute. */
export function spawnDirectory(workdir: string, cwd: string | undefined): string {
  if (cwd === undefined || cwd === '') return workdir;
  return cwd.startsWith('/') ? cwd : `${workdir}/${cwd}`;
}
