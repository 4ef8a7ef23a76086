/** Pylint: `json` (all versions), `json2` (from 3) and the text format. Its exit code is a bit mask of what it found. */
import { isRecord } from '../../shared/json.ts';
import { projectPath } from '../diagnostics.ts';
import type { Diagnostic } from '../diagnostics.ts';
import { asArgument, jsonIn } from './adapter.ts';
import type { LintAdapter } from './adapter.ts';

const severities: Record<string, Diagnostic['severity']> = {
  fatal: 'error', error: 'error', warning: 'warning', convention: 'info', refactor: 'info', info: 'info', information: 'info',
  F: 'error', E: 'error', W: 'warning', C: 'info', R: 'info', I: 'info',
};

/** Bit 32 is a usage error; the others say which kinds of message there were. */
const USAGE_ERROR = 32;

export const pylint: LintAdapter = {
  program: 'pylint',
  plan({ program, targets, report_path }) {
    const paths = targets?.map((target) => asArgument(target.path)) ?? ['.'];
    return { argv: [program, `--output-format=json:${report_path},text`, '--recursive=y', '--score=n', ...paths], report: true, found: (code) => code > 0 && code < USAGE_ERROR };
  },
  parse({ workdir, report, stdout, combined }) {
    const parsed = jsonIn(report ?? stdout);
    const messages = Array.isArray(parsed) ? parsed : isRecord(parsed) && Array.isArray(parsed.messages) ? parsed.messages : undefined;
    if (messages) return { violations: messages.filter(isRecord).map((message) => violationOf(message, workdir)), parse: 'json' };
    const lines = combined.split('\n');
    const violations = lines.flatMap((line) => lineViolation(line, workdir));
    const clean = lines.some((line) => /^Your code has been rated at 10\.00\/10/.test(line));
    return { violations, parse: violations.length > 0 || clean ? 'text' : 'none' };
  },
};

function violationOf(message: Record<string, unknown>, workdir: string): Diagnostic {
  return {
    file: projectPath(String(message.path ?? ''), workdir), line: Number(message.line) || 0,
    column: typeof message.column === 'number' ? message.column + 1 : 0, severity: severities[String(message.type)] ?? 'error',
    message: String(message.message ?? ''), rule: String(message.symbol ?? message['message-id'] ?? message.messageId ?? ''), source: 'pylint',
  };
}

/** `m.py:2:0: R0913: Too many arguments (6/5) (too-many-arguments)`: the rule is in the last parentheses. */
function lineViolation(line: string, workdir: string): Diagnostic[] {
  const found = /^(.+?):(\d+):(?:(\d+):)?\s+([CRWEFI])\d{4}:\s+(.*?)(?:\s+\(([\w-]+)\))?$/.exec(line);
  if (!found) return [];
  const [, file, row, column, kind, message, rule] = found;
  return [{
    file: projectPath(file!, workdir), line: Number(row), column: column === undefined ? 0 : Number(column) + 1, severity: severities[kind!]!,
    message: message!, rule: rule ?? '', source: 'pylint',
  }];
}
