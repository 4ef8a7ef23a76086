/** What TypeScript's compiler prints: `a.ts(1,7): error TS2322: ...`, and with `--pretty` `a.ts:1:7 - error TS2322: ...`. */
import { projectPath } from '../diagnostics.ts';
import type { Diagnostic } from '../diagnostics.ts';
import type { OutputParser } from './output.ts';

const plain = /^(\S.*?)\((\d+),(\d+)\): (error|warning|message) (TS\d+): (.*)$/;
const pretty = /^(\S.*?):(\d+):(\d+) - (error|warning|message) (TS\d+): (.*)$/;
/** About the whole program, such as a configuration that is not there. */
const global = /^(error|warning) (TS\d+): (.*)$/;

export const tscOutput: OutputParser = (lines, at, { workdir, cwd }) => {
  const line = lines[at]!;
  const located = plain.exec(line) ?? pretty.exec(line);
  const whole = located ? undefined : global.exec(line);
  if (!located && !whole) return undefined;
  const kind = located ? located[4]! : whole![1]!;
  const message = [located ? located[6]! : whole![3]!];
  let next = at + 1;
  // A chain of reasons follows, indented; the source lines of the pretty form come after an empty line.
  while (next < lines.length && /^ {2,}\S/.test(lines[next]!) && !/^\s+at /.test(lines[next]!)) message.push(lines[next++]!);
  const diagnostic: Diagnostic = {
    file: located ? projectPath(located[1]!, workdir, cwd) : '', line: located ? Number(located[2]) : 0, column: located ? Number(located[3]) : 0,
    severity: kind === 'message' ? 'info' : kind as 'error' | 'warning', message: message.join('\n'), rule: located ? located[5]! : whole![2]!, source: 'tsc',
  };
  return { diagnostics: [diagnostic], next };
};
