/** Searches the text files of the project, line by line. */
import { promises as fs } from 'node:fs';
import picomatch from 'picomatch';
import { AppError } from '../../shared/errors.ts';
import { looksBinary } from '../text-file.ts';
import { notFound, realPlaceOf } from '../workspace.ts';
import { walk } from '../walk.ts';
import type { Operation } from '../operation.ts';
import type { HostParams, HostResult } from '../protocol.ts';

type Match = HostResult<'search'>['matches'][number];

const MAX_FILE = 5 * 1024 * 1024;
/** A minified line is not worth the model's context. */
const MAX_LINE_CHARS = 500;

/** The cursor is `<path>:<line>` of the last match shown. */
export const searchText: Operation<'search'> = async (params, { workspace, signal }) => {
  const place = await realPlaceOf(workspace, params.path);
  const stat = await fs.stat(place.path).catch(async () => { throw await notFound(workspace, params.path); });
  const pattern = patternOf(params);
  const wanted = params.glob === undefined ? () => true : globMatcher(params.glob);
  const files = stat.isDirectory() ? filesBelow() : single();
  const matches: Match[] = [];
  const withHits = new Set<string>();
  let skipping = params.cursor !== undefined;
  let total = 0;
  let searched = 0;
  for await (const file of files) {
    if (!wanted(file.rel)) continue;
    const bytes = await readSmall(file.full);
    if (!bytes || looksBinary(bytes)) continue;
    searched++;
    const lines = bytes.toString('utf8').split('\n').map((line) => line.replace(/\r$/, ''));
    if (lines[lines.length - 1] === '') lines.pop();
    for (let at = 0; at < lines.length; at++) {
      if (!pattern.test(lines[at]!)) continue;
      total++;
      withHits.add(file.rel);
      if (skipping) skipping = `${file.rel}:${at + 1}` !== params.cursor;
      else if (matches.length <= params.max_results) matches.push(matchAt(file.rel, lines, at, params));
    }
  }
  if (skipping) throw new AppError('invalid_arguments', `The cursor does not fit these matches any more: ${params.cursor}. Start again without it.`);
  const truncated = matches.length > params.max_results;
  const shown = matches.slice(0, params.max_results);
  const last = shown[shown.length - 1];
  const page = { matches: shown, files: withHits.size, files_searched: searched, truncated, total };
  return truncated && last ? { ...page, next_cursor: `${last.path}:${last.line}` } : page;

  async function* filesBelow(): AsyncGenerator<{ rel: string; full: string }> {
    for await (const entry of walk(workspace, place, 64, signal)) if (entry.type === 'file') yield entry;
  }
  async function* single(): AsyncGenerator<{ rel: string; full: string }> {
    yield { rel: place.rel, full: place.path };
  }
};

/** POSIX classes are what models write after years of grep; JavaScript has none. */
const posixClasses: Record<string, string> = {
  alpha: 'A-Za-z', digit: '0-9', alnum: 'A-Za-z0-9', upper: 'A-Z', lower: 'a-z', space: '\\s', blank: ' \\t', punct: '!-\\/:-@\\[-`{-~', xdigit: 'A-Fa-f0-9', word: '\\w',
};

function patternOf({ query, literal, ignore_case }: HostParams<'search'>): RegExp {
  const source = literal ? query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    : query.replace(/\[:(\w+):\]/g, (whole, name: string) => posixClasses[name] ?? whole);
  const flags = ignore_case ? 'i' : '';
  try {
    return new RegExp(source, `u${flags}`);
  } catch {
    // Patterns like `\-` are fine for grep and refused by the strict grammar.
    try {
      return new RegExp(source, flags);
    } catch (error) {
      throw new AppError('invalid_arguments', `Invalid regular expression: ${(error as Error).message}. Set literal to true to search for the text itself.`);
    }
  }
}

/** A pattern without a slash is meant for file names anywhere, as in `.gitignore`. */
function globMatcher(glob: string): (rel: string) => boolean {
  const pattern = glob.replace(/^\.\//, '');
  const match = picomatch(pattern.includes('/') ? pattern : `**/${pattern}`, { dot: true });
  return (rel) => match(rel);
}

async function readSmall(path: string): Promise<Buffer | undefined> {
  const stat = await fs.stat(path).catch(() => undefined);
  return stat?.isFile() && stat.size <= MAX_FILE ? fs.readFile(path) : undefined;
}

function matchAt(path: string, lines: readonly string[], at: number, { before, after }: HostParams<'search'>): Match {
  return {
    path, line: at + 1, text: shortened(lines[at]!),
    before: lines.slice(Math.max(0, at - before), at).map(shortened), after: lines.slice(at + 1, at + 1 + after).map(shortened),
  };
}

function shortened(line: string): string {
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}…` : line;
}
