import { relativeInside, joinPath } from '../../shared/path.ts';
import { blame as blameLines } from '../blame.ts';
import type { BlamedLine } from '../blame.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { isoDate } from '../dates.ts';
import { fatal, GitError } from '../errors.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { decode } from '../patch-text.ts';
import { findRepository, resolveCommit, resolveOrUndefined } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot } from '../snapshot.ts';

interface Options { porcelain: boolean; long: boolean; short: boolean; email: boolean; root: boolean; ranges: string[]; rest: string[] }

const NOBODY = '0'.repeat(40);

export const blame: GitCommand = {
  name: 'blame',
  async run(args, context) {
    const options = parse(args);
    const repo = await findRepository(context);
    const given = options.rest.pop();
    if (given === undefined || options.rest.length > 1) throw new GitError('usage: git blame [<options>] [<rev-opts>] [<rev>] [--] <file>', 129);
    const [revision] = options.rest;
    const path = relativeInside(repo.dir, given.startsWith('/') ? given : joinPath(repo.dir, repo.prefix, given)) ?? given;
    const from = revision === undefined ? await resolveOrUndefined(repo, 'HEAD') : await resolveCommit(repo, revision);
    const text = await textOf(repo, { path, from, committed: revision !== undefined, name: revision ?? 'HEAD' });
    const lines = await blameLines(repo, { from, path, text, committed: revision !== undefined });
    const [start, end] = range(options.ranges[0], lines, path);
    const shown = lines.slice(start, end);
    context.out(options.porcelain ? porcelain(shown, start, context) : table(shown, { options, start, context, path, total: end }));
    return 0;
  },
};

function parse(args: readonly string[]): Options {
  const options: Options = { porcelain: false, long: false, short: false, email: false, root: false, ranges: [], rest: [] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '--porcelain' || arg === '-p') options.porcelain = true;
    else if (arg === '-l') options.long = true;
    else if (arg === '-s') options.short = true;
    else if (arg === '-e' || arg === '--show-email') options.email = true;
    else if (arg === '--root') options.root = true;
    else if (arg === '-L') options.ranges.push(valueAfter(args, at++));
    else if (arg.startsWith('-L')) options.ranges.push(arg.slice(2));
    else if (arg === '--') {
      options.rest.push(...args.slice(at + 1));
      break;
    } else if (arg.startsWith('-')) throw unknownOption(arg);
    else options.rest.push(arg);
  }
  return options;
}

async function textOf(repo: Repository, { path, from, committed, name }: { path: string; from: string | undefined; committed: boolean; name: string }): Promise<string> {
  const entry = (await treeSnapshot(repo, from)).get(path);
  if (committed) {
    if (!entry) throw fatal(`no such path ${path} in ${name}`);
    return decode(await entry.read());
  }
  const bytes = await repo.fs.promises.readFile(`${repo.dir}/${path}`).catch(() => undefined);
  // What is staged for the first time is not committed yet, line by line.
  if (!entry && !(await indexSnapshot(repo)).has(path)) throw fatal(`no such path '${path}' in HEAD`);
  if (!bytes) throw fatal(`Cannot lstat '${path}': No such file or directory`);
  return decode(bytes);
}

/** `-L 3,5`, `-L 3,+2`, `-L 3`, `-L ,5`: as half-open indexes. */
function range(given: string | undefined, lines: readonly BlamedLine[], path: string): [number, number] {
  if (given === undefined) return [0, lines.length];
  const found = /^(\d*)(?:,(\+)?(\d+)?)?$/.exec(given);
  if (!found) throw fatal(`-L argument not 'start,end:file' or ':funcname:file': ${given}`);
  const start = Number(found[1] || 1);
  const end = found[3] === undefined ? lines.length : found[2] ? start + Number(found[3]) - 1 : Number(found[3]);
  if (start > lines.length) throw fatal(`file ${path} has only ${lines.length} line${lines.length === 1 ? '' : 's'}`);
  return [Math.min(start, end) - 1, Math.min(Math.max(start, end), lines.length)];
}

interface Table { options: Options; start: number; context: GitContext; path: string; total: number }

function table(lines: readonly BlamedLine[], { options, start, context, path, total }: Table): string {
  const people = lines.map(({ commit }) => (commit ? (options.email ? `<${commit.commit.author.email}>` : commit.commit.author.name) : options.email ? '<not.committed.yet>' : 'Not Committed Yet'));
  const width = Math.max(0, ...people.map((name) => [...name].length));
  const digits = String(total).length;
  const moved = lines.some((line) => line.path !== path);
  const names = Math.max(0, ...lines.map((line) => line.path.length));
  const length = options.long ? 40 : 8;
  let text = '';
  for (const [at, { commit, path: file, text: line }] of lines.entries()) {
    const first = commit !== undefined && commit.commit.parent.length === 0 && !options.root;
    const id = first ? `^${commit.oid.slice(0, length - 1)}` : (commit?.oid ?? NOBODY).slice(0, length);
    const date = commit ? isoDate(commit.commit.author.timestamp, commit.commit.author.timezoneOffset) : isoDate(context.now(), context.timezoneOffset());
    const who = options.short ? '' : ` (${people[at]}${' '.repeat(width - [...people[at]!].length)} ${date}`;
    text += `${id}${moved ? ` ${file.padEnd(names)}` : ''}${who} ${String(start + at + 1).padStart(digits)}) ${line.endsWith('\n') ? line : `${line}\n`}`;
  }
  return text;
}

/** For programs: each commit's details once, at its first line. */
function porcelain(lines: readonly BlamedLine[], start: number, context: GitContext): string {
  const told = new Set<string>();
  let text = '';
  const key = (line: BlamedLine | undefined): string | undefined => line && `${line.commit?.oid}\0${line.path}`;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const before = lines[at - 1];
    const starts = key(before) !== key(line) || before!.number + 1 !== line.number;
    let group = 1;
    while (starts && key(lines[at + group]) === key(line) && lines[at + group]!.number === line.number + group) group++;
    const oid = line.commit?.oid ?? NOBODY;
    text += `${oid} ${line.number} ${start + at + 1}${starts ? ` ${group}` : ''}\n`;
    if (!told.has(oid)) text += details(line, context);
    told.add(oid);
    text += `\t${line.text.endsWith('\n') ? line.text : `${line.text}\n`}`;
  }
  return text;
}

function details({ commit, path, previous }: BlamedLine, context: GitContext): string {
  const now = { name: 'Not Committed Yet', email: 'not.committed.yet', timestamp: context.now(), timezoneOffset: context.timezoneOffset() };
  const { author, committer } = commit?.commit ?? { author: now, committer: now };
  const person = (role: string, who: typeof now): string => {
    const zone = isoDate(who.timestamp, who.timezoneOffset).slice(-5);
    return `${role} ${who.name}\n${role}-mail <${who.email}>\n${role}-time ${who.timestamp}\n${role}-tz ${zone}\n`;
  };
  const subject = commit ? commit.commit.message.split('\n\n')[0]!.replace(/\n/g, ' ').trim() : `Version of ${path} from ${path}`;
  return `${person('author', author)}${person('committer', committer)}summary ${subject}\n${commit && commit.commit.parent.length === 0 ? 'boundary\n' : ''}${previous ? `previous ${previous.oid} ${previous.path}\n` : ''}filename ${path}\n`;
}
