/**
 * Positions of evaluated code. A script reaches the engine with text of ours before it (the head of a wrapper) or within it (rewritten
 * references of a module); stack traces ask here what a position means in the text the user wrote.
 */

/** `scoped`: in code of a `vm` context, whose global functions are called on the proxy that is its scope. */
export interface Place { file: string; line: number; column: number; scoped?: boolean }

/** Maps a position of the evaluated text to the user's text (lines and columns from 1); null for text that only we put there. */
export type PositionMap = (line: number, column: number) => { line: number; column: number } | null;

const scripts = new Map<string, { file: string; map: PositionMap; scoped: boolean }>();

/** For a head of `head` characters on the first line, and the offsets `vm.Script` takes. */
export function headMap(head: number, lineOffset = 0, columnOffset = 0): PositionMap {
  return (line, column) => {
    if (line === 1) {
      if (column <= head) return null;
      return { line: 1 + lineOffset, column: column - head + columnOffset };
    }
    return { line: line + lineOffset, column };
  };
}

/** Announces a script about to be evaluated. Returns the name for its `//# sourceURL`, where the engine allows neither spaces nor quotes. */
export function registerScript(file: string, map: PositionMap, scoped = false): string {
  const name = file === '' ? 'evalmachine.<anonymous>' : file.replace(/[\s'"]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
  scripts.set(name, { file, map, scoped });
  return name;
}

/**
 * What a stack frame's position means to the user: undefined for scripts that were not announced (it is right as it is), null for a frame
 * that belongs to text of ours and must not show.
 */
export function originalPlace(name: string, line: number, column: number): Place | null | undefined {
  const script = scripts.get(name);
  if (script === undefined) return undefined;
  const place = script.map(line, column);
  return place === null ? null : { file: script.file, scoped: script.scoped, ...place };
}
