/** What compilers and linters say about a place in a file, in one form, whoever said it. */
import type { Json } from '../shared/json.ts';
import { normalizePath } from '../shared/path.ts';

export interface Diagnostic {
  /** Relative to the project where it lies there; empty when the program named no file. */
  file: string;
  /** From 1; 0 when unknown. */
  line: number;
  /** From 1, also for programs that count from 0; 0 when unknown. */
  column: number;
  severity: 'error' | 'warning' | 'info';
  message: string;
  /** The program's own name for the finding: `no-unused-vars`, `TS2322`, `E0308`; empty when it has none. */
  rule: string;
  /** The program, or the linter inside of it. */
  source: string;
}

/** How the findings were obtained: `none` says that nothing could be read, which is not the same as nothing found. */
export type ParseKind = 'json' | 'text' | 'none';

/** Findings in a result; the counts are always those of all. */
export const MAX_FINDINGS = 1000;
/** Findings in the text for the model. */
const MAX_LINES = 200;

/** A file's name as results have it: relative to the project, without `./`, and with `/`. */
export function projectPath(file: string, workdir: string, cwd: string = workdir): string {
  const name = file.replace(/^file:\/\//, '').replaceAll('\\', '/');
  if (name === '') return '';
  const full = normalizePath(name.startsWith('/') ? name : `${cwd}/${name}`);
  return full.startsWith(`${workdir}/`) ? full.slice(workdir.length + 1) : full;
}

/** The same finding twice is one: `maven` repeats its errors at the end, `tsc -b` what two projects share. */
export function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((one) => {
    const key = JSON.stringify([one.file, one.line, one.column, one.severity, one.message, one.rule]);
    return !seen.has(key) && seen.add(key);
  });
}

export function countSeverity(diagnostics: readonly Diagnostic[], severity: Diagnostic['severity']): number {
  return diagnostics.reduce((count, one) => count + (one.severity === severity ? 1 : 0), 0);
}

/** `3 errors, 1 warning`; what there is none of is left out. */
export function countsText(diagnostics: readonly Diagnostic[]): string {
  const parts = (['error', 'warning', 'info'] as const).map((severity) => ({ severity, count: countSeverity(diagnostics, severity) }))
    .filter(({ count }) => count > 0).map(({ severity, count }) => plural(count, severity === 'info' ? 'note' : severity));
  return parts.length === 0 ? 'no findings' : parts.join(', ');
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** `src/a.ts:1:7: error: message (rule)`, one a line, errors first. */
export function diagnosticLines(diagnostics: readonly Diagnostic[]): string {
  const rank = { error: 0, warning: 1, info: 2 };
  const ordered = [...diagnostics].sort((a, b) => rank[a.severity] - rank[b.severity]);
  const lines = ordered.slice(0, MAX_LINES).map((one) => {
    const place = [one.file, ...(one.line > 0 ? [one.line] : []), ...(one.line > 0 && one.column > 0 ? [one.column] : [])].join(':');
    return `${place === '' ? '' : `${place}: `}${one.severity}: ${one.message}${one.rule === '' ? '' : ` (${one.rule})`}`;
  });
  if (ordered.length > MAX_LINES) lines.push(`... (${ordered.length - MAX_LINES} more) ...`);
  return lines.join('\n');
}

/** S1's form of a linter's finding. */
export function violationJson({ file, line, column, rule, severity, message, source }: Diagnostic): { [key: string]: Json } {
  return { file, line, column, rule, severity, message, linter: source };
}

/** S1's form of a compiler's finding, and its code where there is one. */
export function buildErrorJson({ file, line, column, rule, severity, message }: Diagnostic): { [key: string]: Json } {
  return { file, line, column, message, type: severity, ...(rule === '' ? {} : { code: rule }) };
}
