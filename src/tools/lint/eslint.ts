/** ESLint 8 with eslintrc, and 9 and 10 with flat configuration: its JSON report, in a file (the compact format is gone since 9). */
import { isRecord } from '../../shared/json.ts';
import { projectPath } from '../diagnostics.ts';
import type { Diagnostic } from '../diagnostics.ts';
import { asArgument, jsonIn } from './adapter.ts';
import type { ProjectFacts } from '../project-facts.ts';
import type { LintAdapter } from './adapter.ts';

/** Options of the project's own lint script that are about what counts, with how many values each takes. */
const kept = new Map([['--max-warnings', 1], ['--config', 1], ['-c', 1], ['--ext', 1], ['--no-eslintrc', 0], ['--quiet', 0], ['--report-unused-disable-directives', 0],
  ['--no-inline-config', 0], ['--rulesdir', 1], ['--resolve-plugins-relative-to', 1], ['--parser', 1], ['--env', 1], ['--ignore-path', 1], ['--ignore-pattern', 1]]);

/** Tells the version. */
export const ESLINT_PACKAGE = 'node_modules/eslint/package.json';

export const eslint: LintAdapter = {
  program: 'eslint',
  missing: 'Install it with npm: npm install -D eslint',
  plan(request) {
    const own = scriptArguments(request.facts.package_json?.scripts.lint);
    // Flat configuration does not leave out our own folder by itself; version 8 does, and would take the option for a configuration where there is none.
    const ours = isFlat(request.facts) ? ['--ignore-pattern', '.tabloom/'] : [];
    const targets = request.targets?.map((target) => asArgument(target.path)) ?? (own.targets.length > 0 ? own.targets : ['.']);
    return {
      argv: [request.program, '--format', 'json', '--output-file', request.report_path, ...ours, ...own.options, ...targets],
      report: true, found: (code) => code === 1,
    };
  },
  parse({ workdir, report, stdout }) {
    const files = report === undefined ? jsonIn(stdout) : jsonIn(report);
    if (!Array.isArray(files)) return { violations: [], parse: 'none' };
    return { violations: files.flatMap((file) => violationsOf(file, workdir)), parse: 'json' };
  },
};

function isFlat({ texts, names }: ProjectFacts): boolean {
  const major = /"version":\s*"(\d+)\./.exec(texts[ESLINT_PACKAGE] ?? '')?.[1];
  return major === undefined ? [...names].some((name) => name.startsWith('eslint.config.')) : Number(major) >= 9;
}

function violationsOf(file: unknown, workdir: string): Diagnostic[] {
  if (!isRecord(file) || !Array.isArray(file.messages)) return [];
  const name = projectPath(String(file.filePath), workdir);
  return file.messages.filter(isRecord).map((message) => ({
    file: name, line: positive(message.line), column: positive(message.column),
    severity: message.severity === 1 && message.fatal !== true ? 'warning' as const : 'error' as const,
    message: String(message.message),
    // A file that could not be parsed has no rule; S1's pattern lost it.
    rule: typeof message.ruleId === 'string' ? message.ruleId : '', source: 'eslint',
  }));
}

function positive(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

/** Targets and options of a lint script that is a plain call of eslint; anything else is not ours to take apart. */
export function scriptArguments(script: string | undefined): { targets: string[]; options: string[] } {
  const words = (script ?? '').trim().split(/\s+/).map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
  if (words[0] !== 'eslint' || /[|&;<>$`\\]/.test(script!)) return { targets: [], options: [] };
  const targets: string[] = [];
  const options: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    const [name] = word.split('=');
    if (!word.startsWith('-')) {
      targets.push(word);
    } else if (kept.has(name!)) {
      const values = word.includes('=') ? 0 : kept.get(name!)!;
      options.push(...words.slice(at, at + 1 + values));
      at += values;
    } else if (['-f', '--format', '-o', '--output-file', '--cache-location', '--cache-strategy'].includes(word)) {
      at++;
    } else if (!['--fix', '--cache', '--color', '--no-color', '--fix-dry-run'].includes(word)) {
      // An unknown option may take a value, which would then pass for a target.
      return { targets: [], options };
    }
  }
  return { targets, options };
}

