/** What Vite, Rollup, Rolldown, esbuild and webpack print about what they cannot build. */
import { projectPath } from '../diagnostics.ts';
import type { Diagnostic } from '../diagnostics.ts';
import type { OutputParser, OutputPlace } from './output.ts';

type Severity = Diagnostic['severity'];

function diagnostic(place: OutputPlace, source: string, severity: Severity, message: string, where?: { file: string; line?: number; column?: number }, rule = ''): Diagnostic {
  return {
    file: where === undefined ? '' : projectPath(where.file, place.workdir, place.cwd), line: where?.line ?? 0, column: where?.column ?? 0, severity, message: message.trim(), rule, source,
  };
}

/** `✘ [ERROR] message [code]`, an empty line, and `    a.js:3:13:`; columns count from 0. */
export const esbuildOutput: OutputParser = (lines, at, place) => {
  const head = /^\s*(?:✘|▲|X) \[(ERROR|WARNING)\] (.+?)(?: \[([\w-]+)\])?$/.exec(lines[at]!);
  if (!head) return undefined;
  const severity = head[1] === 'ERROR' ? 'error' : 'warning';
  const where = /^\s{4}(\S.*?):(\d+):(\d+):$/.exec(lines[at + 2] ?? '');
  const located = where && where[1] !== '<stdin>' ? { file: where[1]!, line: Number(where[2]), column: Number(where[3]) + 1 } : undefined;
  return { diagnostics: [diagnostic(place, 'esbuild', severity, head[2]!, located, head[3] ?? '')], next: where ? at + 3 : at + 1 };
};

/** Rolldown's boxes: `[CODE] message`, then `╭─[ src/main.ts:1:26 ]`. */
export const rolldownOutput: OutputParser = (lines, at, place) => {
  const head = /^(?:Error: |Warning: )?\[([A-Z][A-Z_]+|builtin:[\w-]+|plugin [^\]]+)\]\s+(.+)$/.exec(lines[at]!);
  const box = /^\s*[╭┌]─+\[ (.+?):(\d+):(\d+) \]$/.exec(lines[at + 1] ?? '');
  if (!head || !box) return undefined;
  const severity = place.failing ? 'error' : 'warning';
  return { diagnostics: [diagnostic(place, 'rolldown', severity, head[2]!, { file: box[1]!, line: Number(box[2]), column: Number(box[3]) }, head[1]!)], next: endOfBox(lines, at + 2) };
};

/** A box may quote code that looks like somebody's message. */
function endOfBox(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !/^\s*[─╰└]+─*[╯┘]\s*$/.test(lines[at]!) && /^\s*(?:\d+ )?\s*[│┬╰├·]/.test(lines[at]!)) at++;
  return at;
}

/**
 * Vite from `error during build:` on: the message of a plugin, of Rollup, or of an error of any kind, up to the stack. Its place is in the
 * message (`a.ts:1:25: ERROR: ...`, `a.ts (1:9): ...`), in the line `file: ...`, or in `from "a.ts"`.
 */
export const viteFailure: OutputParser = (lines, at, place) => {
  if (lines[at] !== 'error during build:') return undefined;
  place.failing = true;
  let first = at + 1;
  if (/^Build failed with \d+ errors?:$/.test(lines[first] ?? '')) first++;
  while (lines[first] === '') first++;
  // Rolldown's boxes are read one by one.
  if (/^\s*[╭┌]─/.test(lines[first + 1] ?? '')) return { diagnostics: [], next: first };
  const body: string[] = [];
  let next = first;
  for (; next < Math.min(lines.length, first + 100) && !/^\s+at .*(?:\(|:\d+:\d+)/.test(lines[next]!); next++) body.push(lines[next]!);
  const text = body.join('\n');
  const message = messageOf(body);
  if (message === '') return undefined;
  return { diagnostics: [diagnostic(place, 'vite', 'error', message, placeIn(text) ?? thrownAt(lines, next, place))], next };
};

/** Where the project's own code threw: a configuration, or a plugin of its own. */
function thrownAt(lines: readonly string[], from: number, { workdir }: OutputPlace): { file: string; line: number; column: number } | undefined {
  for (const line of lines.slice(from, from + 10)) {
    const frame = /^\s+at .*?\(?(?:file:\/\/)?(\/[^():]+):(\d+):(\d+)\)?$/.exec(line);
    if (frame && frame[1]!.startsWith(`${workdir}/`) && !frame[1]!.includes('/node_modules/')) return { file: frame[1]!, line: Number(frame[2]), column: Number(frame[3]) };
  }
  return undefined;
}

function messageOf(body: readonly string[]): string {
  const esbuild = body.map((line) => /:\d+:\d+: ERROR: (.+)$/.exec(line)?.[1]).find((found) => found !== undefined);
  if (esbuild !== undefined) return esbuild;
  const plugin = /^\[plugin ([^\]]+)\]/.exec(body[0] ?? '');
  const line = (plugin ? body[1] : body[0]) ?? '';
  const own = line.replace(/^(?:Error|RollupError|SyntaxError): /, '').replace(/^\[vite\]: /, '').replace(/^.+? \(\d+:\d+\): /, '');
  return plugin ? `[${plugin[1]!}] ${own}` : own;
}

function placeIn(text: string): { file: string; line?: number; column?: number } | undefined {
  const exact = /^(?:file: )?(\/.+?|[^\s:]+?):(\d+):(\d+)(?:: ERROR: .*)?$/m.exec(text);
  // esbuild counts columns from 0, and so does what Rollup says about places.
  if (exact) return { file: exact[1]!, line: Number(exact[2]), column: Number(exact[3]) + 1 };
  const file = /^file: (.+)$/m.exec(text) ?? / from "([^"]+)"\.?/.exec(text);
  return file ? { file: file[1]! } : undefined;
}

/** `[!] RollupError: a.js (1:8): message`, `[!] (plugin x) Error: ...`, and warnings `a.ts (1:18): message`. */
export const rollupOutput: OutputParser = (lines, at, place) => {
  const line = lines[at]!;
  const failed = /^\[!\] (?:\(plugin [^)]+\) )?(?:\w*Error: )?(.+)$/.exec(line);
  if (failed) {
    const where = /^(.+?) \((\d+):(\d+)\): (.+)$/.exec(failed[1]!);
    const from = /^Could not resolve ".+?" from "(.+?)"/.exec(failed[1]!);
    const later = lines.slice(at + 1, at + 4).map((next) => /^(\S.*?) \((\d+):(\d+)\)$/.exec(next)).find((found) => found !== null);
    const located = where ?? later;
    return {
      diagnostics: [diagnostic(place, 'rollup', 'error', where ? where[4]! : failed[1]!, located ? { file: located[1]!, line: Number(located[2]), column: Number(located[3]) + 1 } : from ? { file: from[1]! } : undefined)],
      next: at + 1,
    };
  }
  const warned = /^(\S+\.\w+) \((\d+):(\d+)\): (.+)$/.exec(line);
  if (warned) return { diagnostics: [diagnostic(place, 'rollup', 'warning', warned[4]!, { file: warned[1]!, line: Number(warned[2]), column: Number(warned[3]) + 1 })], next: at + 1 };
  const general = /^\(!\) (.+)$/.exec(line);
  return general ? { diagnostics: [diagnostic(place, 'rollup', 'warning', general[1]!)], next: at + 1 } : undefined;
};

/** `ERROR in ./src/index.js 1:26-45`, then the message; ts-loader's has place and code in lines of its own. */
export const webpackOutput: OutputParser = (lines, at, place) => {
  const head = /^(ERROR|WARNING) in (.+?)(?: (\d+):(\d+)(?:-.*)?)?$/.exec(lines[at]!);
  if (!head) return undefined;
  const severity = head[1] === 'ERROR' ? 'error' : 'warning';
  let next = at + 1;
  while (next < lines.length && lines[next] !== '' && !/^(?:ERROR|WARNING) in /.test(lines[next]!)) next++;
  const body = lines.slice(at + 1, next);
  const loader = /^\[tsl\] \w+ in (.+)\((\d+),(\d+)\)$/;
  const at2 = body.findIndex((line) => loader.test(line));
  if (at2 >= 0) {
    const [, file, row, column] = loader.exec(body[at2]!)!;
    const said = /^\s*(TS\d+): (.*)$/.exec(body[at2 + 1] ?? '');
    return { diagnostics: [diagnostic(place, 'tsc', severity, said?.[2] ?? body[at2 + 1] ?? '', { file: file!, line: Number(row), column: Number(column) }, said?.[1] ?? '')], next };
  }
  // fork-ts-checker: `ERROR in src/a.ts:1:7`, then `TS2322: ...`.
  const checker = /^(.+?):(\d+):(\d+)$/.exec(head[2]!);
  const said = /^(TS\d+): (.*)$/.exec(body[0] ?? '');
  if (checker && said) return { diagnostics: [diagnostic(place, 'tsc', severity, said[2]!, { file: checker[1]!, line: Number(checker[2]), column: Number(checker[3]) }, said[1]!)], next };
  const isFile = /[./]/.test(head[2]!) && !/\s/.test(head[2]!);
  const where = isFile ? { file: head[2]!, ...(head[3] === undefined ? {} : { line: Number(head[3]), column: Number(head[4]) + 1 }) } : undefined;
  return { diagnostics: [diagnostic(place, 'webpack', severity, body[0] ?? head[2]!, where)], next };
};
