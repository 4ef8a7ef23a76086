/** What `git status` and `git diff` print, as the panel shows it. */

/** One file on one side: staged, or not. */
export interface ChangedFile {
  path: string;
  /** Where a renamed file was. */
  from: string | undefined;
  /** M, A, D, R, T; `?` for a file that git does not know, `U` for one in conflict. */
  kind: string;
  /** Lines; undefined for binary and for untracked files. */
  added: number | undefined;
  removed: number | undefined;
}

export interface GitState {
  /** Undefined when HEAD is at no branch. */
  branch: string | undefined;
  /** Short id; undefined before the first commit. */
  head: string | undefined;
  upstream: string | undefined;
  ahead: number;
  behind: number;
  staged: readonly ChangedFile[];
  unstaged: readonly ChangedFile[];
}

/** @param status of `status --porcelain=v2 --branch -z -uall` @param counts of `diff --numstat -z`, of what is staged and of what is not */
export function readGitState(status: string, counts: { staged: string; unstaged: string }): GitState {
  const state = { branch: undefined as string | undefined, head: undefined as string | undefined, upstream: undefined as string | undefined, ahead: 0, behind: 0 };
  const staged: ChangedFile[] = [];
  const unstaged: ChangedFile[] = [];
  const numbers = { staged: readCounts(counts.staged), unstaged: readCounts(counts.unstaged) };
  const records = status.split('\0');
  for (let at = 0; at < records.length; at++) {
    const record = records[at]!;
    const header = /^# branch\.(\S+) (.*)$/.exec(record);
    if (header) readHeader(state, header[1]!, header[2]!);
    else if (record.startsWith('? ')) unstaged.push({ path: record.slice(2), from: undefined, kind: '?', added: undefined, removed: undefined });
    else if (record.startsWith('u ')) unstaged.push({ path: record.split(' ').slice(10).join(' '), from: undefined, kind: 'U', added: undefined, removed: undefined });
    else if (record.startsWith('1 ') || record.startsWith('2 ')) {
      const renamed = record.startsWith('2 ');
      const path = record.split(' ').slice(renamed ? 9 : 8).join(' ');
      const from = renamed ? records[++at] : undefined;
      const [x, y] = [record[2]!, record[3]!];
      if (x !== '.') staged.push({ path, from, kind: x, ...(numbers.staged.get(path) ?? none) });
      if (y !== '.') unstaged.push({ path, from: undefined, kind: y, ...(numbers.unstaged.get(path) ?? none) });
    }
  }
  return { ...state, staged, unstaged };
}

const none = { added: undefined, removed: undefined };

function readHeader(state: { branch: string | undefined; head: string | undefined; upstream: string | undefined; ahead: number; behind: number }, name: string, value: string): void {
  if (name === 'head' && value !== '(detached)') state.branch = value;
  else if (name === 'oid' && value !== '(initial)') state.head = value.slice(0, 7);
  else if (name === 'upstream') state.upstream = value;
  else if (name === 'ab') [state.ahead, state.behind] = value.split(' ').map((count) => Math.abs(Number(count))) as [number, number];
}

/** `1\t2\tpath`; of a renamed file the path is empty and both names follow. */
function readCounts(text: string): Map<string, { added: number | undefined; removed: number | undefined }> {
  const found = new Map<string, { added: number | undefined; removed: number | undefined }>();
  const records = text.split('\0');
  for (let at = 0; at < records.length; at++) {
    const [added, removed, name] = records[at]!.split('\t');
    if (removed === undefined || name === undefined) continue;
    const path = name === '' ? records[(at += 2)] : name;
    if (path !== undefined) found.set(path, { added: added === '-' ? undefined : Number(added), removed: removed === '-' ? undefined : Number(removed) });
  }
  return found;
}

/** A file's patch in its parts: each hunk can be staged by itself. */
export interface FilePatch {
  head: string;
  hunks: readonly string[];
}

export function splitPatch(text: string): FilePatch {
  const [head = '', ...hunks] = text.split(/^(?=@@ )/m);
  return { head, hunks };
}

export interface LoggedCommit {
  id: string;
  short: string;
  subject: string;
  author: string;
  when: string;
  refs: string;
}

export const LOG_FORMAT = '%H%x1f%h%x1f%s%x1f%an%x1f%ar%x1f%D';

export function readLog(text: string): LoggedCommit[] {
  return text.split('\n').filter((line) => line !== '').map((line) => {
    const [id = '', short = '', subject = '', author = '', when = '', refs = ''] = line.split('\u001f');
    return { id, short, subject, author, when, refs };
  });
}
