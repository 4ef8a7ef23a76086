/** What npm, the shell and Node itself say when a build script fails before any compiler does. */
import { projectPath } from '../diagnostics.ts';
import type { Diagnostic } from '../diagnostics.ts';
import type { OutputParser } from './output.ts';

function error(source: string, message: string, file = '', line = 0): Diagnostic {
  return { file, line, column: 0, severity: 'error', message, rule: '', source };
}

/** `npm error Missing script: "build"`; the other lines of npm repeat what the script said. */
export const npmOutput: OutputParser = (lines, at) => {
  const found = /^npm (?:ERR!|error) (Missing script: .+)$/.exec(lines[at]!);
  return found ? { diagnostics: [error('npm', found[1]!)], next: at + 1 } : undefined;
};

/** `sh: 1: vite: not found`, `/bin/sh: vite: command not found`. */
export const shellOutput: OutputParser = (lines, at) => {
  const found = /^(?:\/bin\/)?(?:ba|da)?sh: (?:line )?(?:\d+: )?(\S+): (?:command )?not found$/.exec(lines[at]!);
  return found ? { diagnostics: [error('sh', `${found[1]!}: not found`)], next: at + 1 } : undefined;
};

/** An uncaught error: the place (`/p/build.js:3`), the source line, a caret, and the error after an empty line. */
export const nodeOutput: OutputParser = (lines, at, { workdir, cwd }) => {
  const place = /^(?:file:\/\/)?(\/.+?):(\d+)$/.exec(lines[at]!);
  if (!place || !/^\s*\^+\s*$/.test(lines[at + 2] ?? '')) return undefined;
  for (let next = at + 3; next < Math.min(at + 8, lines.length); next++) {
    const found = /^(?:\w*Error(?: \[\w+\])?: .+|\w*Error)$/.exec(lines[next]!);
    if (found) return { diagnostics: [error('node', found[0], projectPath(place[1]!, workdir, cwd), Number(place[2]))], next: next + 1 };
  }
  return undefined;
};

/** The last resort, as S1 has it: a line that begins with `Error:` or `ERROR:`. */
export const plainError: OutputParser = (lines, at) => {
  const found = /^(?:ERROR|Error|\w+Error): (.+)$/.exec(lines[at]!);
  return found ? { diagnostics: [error('', found[1]!)], next: at + 1 } : undefined;
};
