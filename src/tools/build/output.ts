/** Reads the output of a build line by line: whichever parser knows the line at hand takes as many as belong to it. */
import type { Diagnostic } from '../diagnostics.ts';

/** What the lines so far say about those that follow; parsers keep it up to date. */
export interface OutputPlace {
  /** Absolute. */
  readonly workdir: string;
  /** The folder that relative names mean: absolute, and changed by make. */
  cwd: string;
  /** Folders that make has entered and not left yet, the innermost last. */
  folders: string[];
  /** A bundler has said that what follows is why it failed. */
  failing: boolean;
}

/** Undefined when the line is none of its own; `next` is the first line that it leaves for others. */
export type OutputParser = (lines: readonly string[], at: number, place: OutputPlace) => { diagnostics: Diagnostic[]; next: number } | undefined;

/** No finding is longer, and what is may be made to keep the patterns busy. */
const MAX_LINE = 2000;

export function parseOutput(text: string, workdir: string, parsers: readonly OutputParser[]): Diagnostic[] {
  const lines = text.split(/\r*\n|\r/).map((line) => (line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line));
  const diagnostics: Diagnostic[] = [];
  const place: OutputPlace = { workdir, cwd: workdir, folders: [], failing: false };
  for (let at = 0; at < lines.length;) {
    let next = at + 1;
    for (const parser of parsers) {
      const taken = parser(lines, at, place);
      if (!taken) continue;
      for (const one of taken.diagnostics) diagnostics.push(one);
      next = Math.max(next, taken.next);
      break;
    }
    at = next;
  }
  return diagnostics;
}
