/** golangci-lint 1 and 2: their JSON is the same, the option for it is not. */
import { dirname } from '../../shared/path.ts';
import { isRecord } from '../../shared/json.ts';
import { projectPath } from '../diagnostics.ts';
import type { Diagnostic } from '../diagnostics.ts';
import { jsonIn } from './adapter.ts';
import type { LintAdapter, LintPlan, LintRequest } from './adapter.ts';

export const golangciLint: LintAdapter = {
  program: 'golangci-lint',
  plan: (request) => planWith(['--output.json.path', request.report_path], request, true),
  retry(output, request) {
    if (!/unknown flag: --output\.json\.path/.test(output.stderr)) return undefined;
    // Version 1 has no path of its own for a report before 1.53; its standard output is nothing but the report.
    return planWith(['--out-format', 'json'], request, false);
  },
  parse({ workdir, report, stdout, combined }) {
    const parsed = report === undefined ? jsonIn(stdout) : jsonIn(report);
    if (isRecord(parsed) && ('Issues' in parsed || 'Report' in parsed)) {
      const issues = Array.isArray(parsed.Issues) ? parsed.Issues.filter(isRecord) : [];
      const failed = isRecord(parsed.Report) && typeof parsed.Report.Error === 'string' ? [problem(parsed.Report.Error)] : [];
      return { violations: [...issues.map((issue) => violationOf(issue, workdir)), ...failed], parse: 'json' };
    }
    const violations = combined.split('\n').flatMap((line) => lineViolation(line, workdir));
    return { violations, parse: violations.length > 0 ? 'text' : 'none' };
  },
};

/** It takes folders of packages (files only when they are of one package), so files stand for their folders and the rest is left out of the result. */
function planWith(options: string[], { program, targets }: LintRequest, report: boolean): LintPlan {
  const folders = targets?.map((target) => (target.type === 'dir' ? `./${target.path}/...` : `./${dirname(target.path)}`).replace(/^\.\/\.(?=\/|$)/, '.'));
  return { argv: [program, 'run', ...options, ...(folders ? new Set(folders) : ['./...'])], report, only_targets: targets !== undefined, found: (code) => code === 1 };
}

function violationOf(issue: Record<string, unknown>, workdir: string): Diagnostic {
  const place = isRecord(issue.Pos) ? issue.Pos : {};
  const severity = String(issue.Severity ?? '').toLowerCase();
  const linter = String(issue.FromLinter ?? '');
  return {
    file: projectPath(String(place.Filename ?? ''), workdir), line: Number(place.Line) || 0, column: Number(place.Column) || 0,
    severity: severity === 'warning' ? 'warning' : severity === 'info' || severity === 'note' ? 'info' : 'error',
    message: String(issue.Text ?? ''), rule: linter, source: linter,
  };
}

/** `a.go:3:5: message (linter-name)`, of which the column may be missing and the message may have parentheses of its own. */
function lineViolation(line: string, workdir: string): Diagnostic[] {
  const found = /^(\S.*?\.go):(\d+):(?:(\d+):)?\s+(.+?)\s+\(([\w-]+)\)$/.exec(line);
  if (!found) return [];
  const [, file, row, column, message, linter] = found;
  return [{ file: projectPath(file!, workdir), line: Number(row), column: Number(column ?? 0), severity: 'error', message: message!, rule: linter!, source: linter! }];
}

function problem(message: string): Diagnostic {
  return { file: '', line: 0, column: 0, severity: 'error', message, rule: '', source: 'golangci-lint' };
}
