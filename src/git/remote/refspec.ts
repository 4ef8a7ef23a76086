/** Which refs of one side become which of the other: `+refs/heads/*:refs/remotes/origin/*`. */
export interface Refspec {
  force: boolean;
  from: string;
  /** '' leads only to FETCH_HEAD. */
  to: string;
}

export function parseRefspec(text: string): Refspec {
  const force = text.startsWith('+');
  const [from = '', to = ''] = (force ? text.slice(1) : text).split(':');
  return { force, from, to };
}

/** Where a ref goes; undefined when the spec is about others. */
export function mapRef({ from, to }: Refspec, ref: string): string | undefined {
  const star = from.indexOf('*');
  if (star < 0) return from === ref ? to : undefined;
  const [head, tail] = [from.slice(0, star), from.slice(star + 1)];
  if (!ref.startsWith(head) || !ref.endsWith(tail) || ref.length < head.length + tail.length) return undefined;
  return to.replace('*', ref.slice(head.length, ref.length - tail.length));
}

/** A short name among full ones: as given, then as a branch, a tag. */
export function fullName(names: Iterable<string>, short: string): string | undefined {
  const known = new Set(names);
  return [short, `refs/${short}`, `refs/tags/${short}`, `refs/heads/${short}`, `refs/remotes/${short}`].find((name) => known.has(name));
}

/** As messages have it: without `refs/heads/`, `refs/tags/`, `refs/remotes/`. */
export const shortName = (ref: string): string => ref.replace(/^refs\/(heads|tags|remotes)\//, '');
