/** Reads the output of a build line by line: whichever parser knows the line at hand takes as many as belong to it. */
import type { Diagnostic } from '../diagnostics.ts';

export interface OutputPlace {
  /** Absolute. */
  workdir: string;
  /** Absolute: the folder that relative names mean, which `make -C` and Cargo's workspaces change. */
  cwd: string;
}

/** Undefined when the line is none of its own. `cwd` changes the folder for what follows; `reject` says that nothing after it is to be read as a finding. */
export type OutputParser = (lines: readonly string[], at: number, place: OutputPlace) => { diagnostics: Diagnostic[]; next: number; cwd?: string } | undefined;

export function parseOutput(text: string, workdir: string, parsers: readonly OutputParser[]): Diagnostic[] {
  const lines = text.replace(/\r+\n/g, '\n').replace(/\r/g, '\n').split('\n');
  const diagnostics: Diagnostic[] = [];
  const place: OutputPlace = { workdir, cwd: workdir };
  for (let at = 0; at < lines.length;) {
    let taken: ReturnType<OutputParser>;
    for (const parser of parsers) {
      taken = parser(lines, at, place);
      if (taken) break;
    }
    if (taken) {
      diagnostics.push(...taken.diagnostics);
      if (taken.cwd !== undefined) place.cwd = taken.cwd;
    }
    at = taken ? Math.max(taken.next, at + 1) : at + 1;
  }
  return diagnostics;
}
