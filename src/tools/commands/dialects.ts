/** What the names under which a command can be run promise: units and defaults of the time limit, which part of a long output is kept, and the texts. */
import type { HostResult } from '../../host/protocol.ts';
import { DEFAULT_TIMEOUT_MS, KEEP_HEAD, KEEP_TAIL, withoutAnsi } from '../command.ts';
import type { CaptureOptions } from '../command.ts';
import { tailOf } from './tail.ts';

type Run = HostResult<'exec'>;

export interface CommandDialect {
  default_timeout_ms: number;
  capture: CaptureOptions;
  /** What the model reads; `returned` counts code points of the output in it where that is only a part, and is undefined otherwise. */
  text(run: Run, timeout_ms: number): { text: string; returned: number | undefined };
}

/** The first 10,000 characters, as the second document's shell has it. */
const SHELL_CHARS = 10_000;
/** The last 2000 lines or 50 KB, as the third document's system has it. */
const BASH_LINES = 2_000;
const BASH_BYTES = 50 * 1024;

export const canonical: CommandDialect = {
  default_timeout_ms: DEFAULT_TIMEOUT_MS,
  capture: { keep_head: KEEP_HEAD, keep_tail: KEEP_TAIL },
  text(run, timeout_ms) {
    const head = run.timed_out ? `Command timed out after ${timeout_ms}ms (exit code 124)` : `Exit code: ${run.exit_code}`;
    return { text: `${head}\n${withoutAnsi(run.combined) || '(no output)'}`, returned: run.truncated ? KEEP_HEAD + KEEP_TAIL : undefined };
  },
};

const shell: CommandDialect = {
  default_timeout_ms: 30_000,
  capture: { keep_head: SHELL_CHARS, keep_tail: 0, marker: 'count' },
  text(run, timeout_ms) {
    const output = withoutAnsi(run.combined);
    const text = run.timed_out ? `Command timed out after ${timeout_ms}ms${output === '' ? '' : `\n${output}`}` : `Exit code: ${run.exit_code}\n${output}`;
    return { text, returned: run.truncated ? SHELL_CHARS : undefined };
  },
};

const bash: CommandDialect = {
  default_timeout_ms: DEFAULT_TIMEOUT_MS,
  capture: { keep_head: 0, keep_tail: BASH_BYTES, marker: 'none', log_lines: BASH_LINES, log_bytes: BASH_BYTES },
  text(run, timeout_ms) {
    const tail = tailOf(withoutAnsi(run.combined), { lines: BASH_LINES, bytes: BASH_BYTES, total_lines: run.total_lines, cut: run.truncated });
    const truncated = tail.note !== '';
    const output = (tail.text || '(no output)') + (truncated ? `\n\n[${tail.note} Full output: ${run.log_path}]` : '');
    const end = run.timed_out ? `\n\nCommand timed out after ${timeout_ms / 1000} seconds` : run.exit_code === 0 ? '' : `\n\nCommand exited with code ${run.exit_code}`;
    return { text: output + end, returned: truncated ? [...tail.text].length : undefined };
  },
};

const run: CommandDialect = {
  default_timeout_ms: 600_000,
  capture: canonical.capture,
  text(result, timeout_ms) {
    const head = result.timed_out ? `Command timed out after ${timeout_ms / 1000} seconds` : `Exit code: ${result.exit_code}`;
    const [stdout, stderr] = [withoutAnsi(result.stdout), withoutAnsi(result.stderr)];
    const text = [head, ...(stdout === '' ? [] : [`stdout:\n${stdout}`]), ...(stderr === '' ? [] : [`stderr:\n${stderr}`])].join('\n');
    const kept = (whole: string, cut: boolean): number => (cut ? KEEP_HEAD + KEEP_TAIL : [...whole].length);
    const truncated = result.stdout_truncated || result.stderr_truncated;
    return { text, returned: truncated ? kept(stdout, result.stdout_truncated) + kept(stderr, result.stderr_truncated) : undefined };
  },
};

const dialects: Record<string, CommandDialect> = { shell, bash, run };

export const dialectOf = (called_as: string): CommandDialect => dialects[called_as] ?? canonical;
