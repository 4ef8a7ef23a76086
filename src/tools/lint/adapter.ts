/** What a linter needs to be one of `run_linter`'s: how to call it, and how to read what it says. */
import type { Diagnostic, ParseKind } from '../diagnostics.ts';
import type { ProjectFacts } from '../project-facts.ts';

export const linters = ['golangci-lint', 'eslint', 'biome', 'pylint', 'tsc'] as const;
export type Linter = (typeof linters)[number];

export interface LintTarget {
  /** Relative to the project. */
  path: string;
  type: 'file' | 'dir';
}

export interface LintRequest {
  facts: ProjectFacts;
  /** Absolute path of the program. */
  program: string;
  /** Undefined means the whole project. */
  targets: readonly LintTarget[] | undefined;
  /** Absolute path of the file into which the linter may write its report. */
  report_path: string;
}

export interface LintPlan {
  argv: string[];
  /** The report is in the file, not in the output. */
  report: boolean;
  /** The linter cannot look at single files: it looks at all, and what lies elsewhere is left out of the result. */
  only_targets?: boolean;
  /** The exit codes with which the linter says "ran, and found something"; any other but 0 means that it did not get to look. */
  found: (exit_code: number) => boolean;
}

export interface LintOutput {
  workdir: string;
  exit_code: number;
  stdout: string;
  stderr: string;
  combined: string;
  /** What the file holds, when there is one. */
  report: string | undefined;
}

export interface LintAdapter {
  program: string;
  plan(request: LintRequest): LintPlan;
  /** Another try when the first one's answer says that this version does not know the option. */
  retry?(output: LintOutput, request: LintRequest): LintPlan | undefined;
  parse(output: LintOutput): { violations: Diagnostic[]; parse: ParseKind };
  /** What to do about a program that is not there. */
  missing?: string;
  /** Why the program that is there could not even start, if that is what its output says. */
  cannot_run?(output: LintOutput): string | undefined;
}

/** A relative path as an argument that can be no option. */
export function asArgument(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/** Lines that might begin the JSON in a noisy output; a hostile one must not cost a try for each of its lines. */
const MAX_TRIES = 20;

/** The first JSON value in a text that may have other lines around it. */
export function jsonIn(text: string): unknown {
  let tries = 0;
  for (const { index } of text.matchAll(/^[^\S\n]*[[{]/gm)) {
    if (++tries > MAX_TRIES) return undefined;
    const rest = text.slice(index).trim();
    for (const candidate of [rest, rest.split('\n', 1)[0]!]) {
      try {
        return JSON.parse(candidate) as unknown;
      } catch {
        // Not this one.
      }
    }
  }
  return undefined;
}
