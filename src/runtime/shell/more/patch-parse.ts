/** Reads patches: unified, context and normal diffs. */

export interface PatchLine { op: ' ' | '+' | '-'; text: string; /** No newline at the end of the file. */ bare: boolean }
export interface Hunk { oldStart: number; oldCount: number; newStart: number; newCount: number; lines: PatchLine[] }
export interface FilePatch { oldName: string; newName: string; /** The two header lines without their marks. */ headers: [string, string]; /** `Index:` line, when there is one. */ index: string; hunks: Hunk[]; /** Git's word about a file that is only created, deleted or renamed. */ gitNew: boolean; gitDeleted: boolean; style: 'unified' | 'context' | 'normal' }

/** A patch that cannot be read; `line` counts from 1. */
export class MalformedPatch extends Error {
  readonly code = 'EPATCH';
  readonly line: number;
  constructor(line: number, text: string) {
    super(`malformed patch at line ${line}: ${text}`);
    this.line = line;
  }
}

const UNIFIED = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const CONTEXT_OLD = /^\*\*\* (\d+)(?:,(\d+))? \*\*\*\*/;
const CONTEXT_NEW = /^--- (\d+)(?:,(\d+))? ----/;
const NORMAL = /^(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?$/;

/** A file name of a header: up to a tab, or the date after it. */
function fileName(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text);
  if (quoted) return quoted[1]!.replace(/\\(.)/g, '$1');
  return text.split('\t')[0]!.replace(/ +(?:\d{4}-\d\d-\d\d|[A-Z][a-z]{2} [A-Z][a-z]{2} ).*$/, '').trimEnd();
}

class Reader {
  at = 0;
  readonly lines: string[];
  constructor(text: string) {
    this.lines = text.split('\n');
    if (this.lines[this.lines.length - 1] === '') this.lines.pop();
  }

  /** `\ No newline at end of file` after a line. */
  bare(): boolean {
    if (!this.lines[this.at]?.startsWith('\\')) return false;
    this.at++;
    return true;
  }
}

/** @throws MalformedPatch */
export function parsePatch(text: string): FilePatch[] {
  const r = new Reader(text);
  const out: FilePatch[] = [];
  let head = empty();
  for (; r.at < r.lines.length;) {
    const line = r.lines[r.at]!;
    const next = r.lines[r.at + 1] ?? '';
    if (line.startsWith('Index: ')) head.index = line.slice(7).trim();
    else if (line.startsWith('diff --git ')) {
      if (head.gitNew || head.gitDeleted) out.push(head);
      head = empty();
      const names = /^diff --git (\S+) (\S+)$/.exec(line);
      if (names) [head.oldName, head.newName] = [names[1]!, names[2]!];
    } else if (line.startsWith('new file mode')) head.gitNew = true;
    else if (line.startsWith('deleted file mode')) head.gitDeleted = true;
    else if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      Object.assign(head, { oldName: fileName(line.slice(4)), newName: fileName(next.slice(4)), headers: [line.slice(4), next.slice(4)], style: 'unified' });
      r.at += 2;
      while (UNIFIED.test(r.lines[r.at] ?? '')) head.hunks.push(unifiedHunk(r));
      out.push(head);
      head = empty();
      continue;
    } else if (line.startsWith('*** ') && next.startsWith('--- ') && r.lines[r.at + 2]?.startsWith('***************')) {
      Object.assign(head, { oldName: fileName(line.slice(4)), newName: fileName(next.slice(4)), headers: [line.slice(4), next.slice(4)], style: 'context' });
      r.at += 2;
      while (r.lines[r.at]?.startsWith('***************')) head.hunks.push(contextHunk(r));
      out.push(head);
      head = empty();
      continue;
    } else if (UNIFIED.test(line)) {
      head.style = 'unified';
      while (UNIFIED.test(r.lines[r.at] ?? '')) head.hunks.push(unifiedHunk(r));
      out.push(head);
      head = empty();
      continue;
    } else if (NORMAL.test(line) && /^[<>] ?/.test(next)) {
      head.style = 'normal';
      while (NORMAL.test(r.lines[r.at] ?? '')) head.hunks.push(normalHunk(r));
      out.push(head);
      head = empty();
      continue;
    }
    r.at++;
  }
  if (head.gitNew || head.gitDeleted) out.push(head);
  return out;
}

function empty(): FilePatch {
  return { oldName: '', newName: '', headers: ['', ''], index: '', hunks: [], gitNew: false, gitDeleted: false, style: 'unified' };
}

function unifiedHunk(r: Reader): Hunk {
  const m = UNIFIED.exec(r.lines[r.at++]!)!;
  const hunk: Hunk = { oldStart: Number(m[1]), oldCount: Number(m[2] ?? 1), newStart: Number(m[3]), newCount: Number(m[4] ?? 1), lines: [] };
  let olds = 0;
  let news = 0;
  while (olds < hunk.oldCount || news < hunk.newCount) {
    const line = r.lines[r.at];
    if (line === undefined) throw new MalformedPatch(r.at + 1, '');
    // An empty line stands for an empty line of context whose space was lost on the way.
    const op = line === '' ? ' ' : line[0]!;
    if (op !== ' ' && op !== '+' && op !== '-') throw new MalformedPatch(r.at + 1, line);
    r.at++;
    if (op !== '+') olds++;
    if (op !== '-') news++;
    hunk.lines.push({ op, text: line.slice(1), bare: r.bare() });
  }
  return hunk;
}

function contextHunk(r: Reader): Hunk {
  r.at++;
  const old = CONTEXT_OLD.exec(r.lines[r.at] ?? '');
  if (!old) throw new MalformedPatch(r.at + 1, r.lines[r.at] ?? '');
  r.at++;
  const side = (stop: (line: string) => boolean): { mark: string; text: string; bare: boolean }[] => {
    const out: { mark: string; text: string; bare: boolean }[] = [];
    for (; r.at < r.lines.length && !stop(r.lines[r.at]!) && /^[ !+-](?: |$)/.test(r.lines[r.at]!);) {
      const line = r.lines[r.at++]!;
      out.push({ mark: line[0]!, text: line.slice(2), bare: r.bare() });
    }
    return out;
  };
  let olds = side((line) => CONTEXT_NEW.test(line));
  const fresh = CONTEXT_NEW.exec(r.lines[r.at] ?? '');
  if (!fresh) throw new MalformedPatch(r.at + 1, r.lines[r.at] ?? '');
  r.at++;
  let news = side(() => false);
  // A side without changes is left out: it is the other one's context.
  if (olds.length === 0) olds = news.filter((l) => l.mark === ' ');
  if (news.length === 0) news = olds.filter((l) => l.mark === ' ');
  const lines: PatchLine[] = [];
  for (let i = 0, k = 0; i < olds.length || k < news.length;) {
    const [a, b] = [olds[i], news[k]];
    if (a && a.mark !== ' ') lines.push({ op: '-', text: a.text, bare: olds[i++]!.bare });
    else if (b && b.mark !== ' ') lines.push({ op: '+', text: b.text, bare: news[k++]!.bare });
    else {
      lines.push({ op: ' ', text: (a ?? b)!.text, bare: (a ?? b)!.bare });
      i++;
      k++;
    }
  }
  const count = (op: string): number => lines.filter((l) => l.op !== op).length;
  return { oldStart: Number(old[1]), oldCount: count('+'), newStart: Number(fresh[1]), newCount: count('-'), lines };
}

function normalHunk(r: Reader): Hunk {
  const [, a, b, kind, c, d] = NORMAL.exec(r.lines[r.at++]!)!;
  const lines: PatchLine[] = [];
  const take = (mark: string, op: '+' | '-'): void => {
    while (r.lines[r.at]?.startsWith(mark)) {
      const text = r.lines[r.at++]!.slice(2);
      lines.push({ op, text, bare: r.bare() });
    }
  };
  take('<', '-');
  if (r.lines[r.at] === '---') r.at++;
  take('>', '+');
  const span = (from: string, to: string | undefined): number => Number(to ?? from) - Number(from) + 1;
  return {
    oldStart: Number(a), oldCount: kind === 'a' ? 0 : span(a!, b), newStart: Number(c), newCount: kind === 'd' ? 0 : span(c!, d), lines,
  };
}

/** The same change backwards. */
export function reversed(patch: FilePatch): FilePatch {
  const hunks = patch.hunks.map((h) => ({ oldStart: h.newStart, oldCount: h.newCount, newStart: h.oldStart, newCount: h.oldCount, lines: ordered(h.lines.map((l): PatchLine => ({ ...l, op: l.op === '+' ? '-' : l.op === '-' ? '+' : ' ' }))) }));
  return { ...patch, oldName: patch.newName, newName: patch.oldName, headers: [patch.headers[1], patch.headers[0]], gitNew: patch.gitDeleted, gitDeleted: patch.gitNew, hunks };
}

/** Removals before additions within each run of changes, as diff writes them. */
function ordered(lines: PatchLine[]): PatchLine[] {
  const out: PatchLine[] = [];
  for (let i = 0; i < lines.length;) {
    if (lines[i]!.op === ' ') {
      out.push(lines[i++]!);
      continue;
    }
    let end = i;
    while (end < lines.length && lines[end]!.op !== ' ') end++;
    const run = lines.slice(i, end);
    out.push(...run.filter((l) => l.op === '-'), ...run.filter((l) => l.op === '+'));
    i = end;
  }
  return out;
}
