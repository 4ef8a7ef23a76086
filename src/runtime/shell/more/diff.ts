import { diffArrays } from 'diff';
import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { compilePattern } from '../expand/pattern.ts';
import { basename, joinPath } from '../paths.ts';
import { RegexError, toJsRegex } from '../regex.ts';
import type { Command, Context } from '../run/context.ts';
import { decode } from '../text.ts';
import { contextHunk, lineRange } from './diff-context.ts';
import { sideBySide } from './diff-side.ts';
import { readAll } from '../commands/inputs.ts';
import { type Options, parseOptions } from '../commands/options.ts';
import { formatTime } from '../commands/time.ts';
import { zoneOf } from '../commands/zone.ts';
import { kindOf, statOrNull } from '../commands/trees.ts';

export const diff: Command = {
  name: 'diff',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, {
      short: 'abBC:cdiI:L:NqrsuU:wW:yx:Z', status: 2, digits: 'U',
      long: {
        text: 'a', 'ignore-blank-lines': 'B', 'ignore-case': 'i', 'ignore-all-space': 'w', 'ignore-space-change': 'b', brief: 'q', recursive: 'r', 'report-identical-files': 's', 'unified::': 'U',
        'context::': 'C', 'side-by-side': 'y', 'width:': 'W', 'suppress-common-lines': 'common', 'left-column': 'left', 'ignore-matching-lines:': 'I',
        'new-file': 'N', 'label:': 'L', 'exclude:': 'x', 'color::': 'color', 'strip-trailing-cr': 'cr', 'ignore-trailing-space': 'Z', minimal: 'd', normal: 'normal', 'no-dereference': 'nd',
      },
    });
    for (const [letter, value] of o.list) {
      const wrong = letter === 'W' && !/^0*[1-9]\d*$/.test(value) ? 'width' : (letter === 'C' || letter === 'U') && !/^\d*$/.test(value) ? 'context length' : undefined;
      if (wrong) return ctx.fail(`invalid ${wrong} '${value}'\ndiff: Try 'diff --help' for more information.`, 2);
    }
    const [left, right] = o.rest;
    if (left === undefined || right === undefined) return ctx.fail(`missing operand after '${left ?? 'diff'}'\ndiff: Try 'diff --help' for more information.`, 2);
    return new Differ(ctx, o).pair(left, right, true);
  },
};

export interface Side { lines: string[]; endsWithNewline: boolean }
/** `ignored` by the options: it counts only where it stands beside one that is not. */
export interface Change { a: number; aCount: number; b: number; bCount: number; ignored: boolean }
/** Changes and the lines around them, from the first of them to behind the last. */
export interface Hunk { changes: readonly Change[]; aFrom: number; aTo: number; bFrom: number; bTo: number }

class Differ {
  private readonly ctx: Context;
  private readonly o: Options;
  private readonly ignorable: ((line: string) => boolean) | null;
  constructor(ctx: Context, o: Options) {
    this.ctx = ctx;
    this.o = o;
    this.ignorable = this.whatIsIgnored();
  }

  /** 0 equal, 1 different, 2 trouble. */
  pair(left: string, right: string, top: boolean): number {
    const { ctx, o } = this;
    const a = left === '-' ? null : statOrNull(ctx.sys, left, true);
    const b = right === '-' ? null : statOrNull(ctx.sys, right, true);
    for (const [path, stat] of [[left, a], [right, b]] as const) {
      if (stat === null && path !== '-' && !(o.has('N') && (a !== null || b !== null))) return ctx.fail(`${path}: No such file or directory`, 2);
    }
    const aDirectory = a !== null && kindOf(a) === S.IFDIR;
    const bDirectory = b !== null && kindOf(b) === S.IFDIR;
    if (aDirectory && bDirectory) return this.directories(left, right);
    if (aDirectory && top) return this.pair(joinPath(left, basename(right)), right, false);
    if (bDirectory && top) return this.pair(left, joinPath(right, basename(left)), false);
    if (aDirectory !== bDirectory && !o.has('N')) {
      ctx.out(`File ${left} is a ${aDirectory ? 'directory' : 'regular file'} while file ${right} is a ${bDirectory ? 'directory' : 'regular file'}\n`);
      return 1;
    }
    try {
      return this.files(left, right, a === null && left !== '-' ? new Uint8Array(0) : readAll(ctx, left), b === null && right !== '-' ? new Uint8Array(0) : readAll(ctx, right), !top, a?.[11], b?.[11]);
    } catch (e) {
      if (!(e instanceof SysError) || e.syscall.startsWith('write')) throw e;
      return ctx.fail(`${left}: ${errorText(e)}`, 2);
    }
  }

  private directories(left: string, right: string): number {
    const { ctx, o } = this;
    const skip = o.values('x').map((p) => compilePattern(p));
    const names = (d: string): string[] => ctx.sys.readdir(d).map(([n]) => n).filter((n) => !skip.some((r) => r.test(n)));
    const a = new Set(names(left));
    const b = new Set(names(right));
    let status = 0;
    for (const name of [...new Set([...a, ...b])].sort()) {
      const from = joinPath(left, name);
      const to = joinPath(right, name);
      if (!(a.has(name) && b.has(name)) && !o.has('N')) {
        ctx.out(`Only in ${a.has(name) ? left : right}: ${name}\n`);
        status = Math.max(status, 1);
        continue;
      }
      const stats = [statOrNull(ctx.sys, from, true), statOrNull(ctx.sys, to, true)];
      if (stats.every((s) => s !== null && kindOf(s) === S.IFDIR)) {
        if (o.has('r')) status = Math.max(status, this.directories(from, to));
        else ctx.out(`Common subdirectories: ${from} and ${to}\n`);
      } else status = Math.max(status, this.pair(from, to, false));
    }
    return status;
  }

  private side(bytes: Uint8Array): Side {
    let text = decode(bytes);
    if (this.o.has('cr')) text = text.replaceAll('\r\n', '\n');
    const lines = text.split('\n');
    const endsWithNewline = lines[lines.length - 1] === '';
    if (endsWithNewline) lines.pop();
    return { lines, endsWithNewline: endsWithNewline || text === '' };
  }

  private key(line: string): string {
    const { o } = this;
    let s = line;
    if (o.has('w')) s = s.replace(/\s+/g, '');
    else if (o.has('b')) s = s.replace(/\s+/g, ' ').trimEnd();
    else if (o.has('Z')) s = s.trimEnd();
    return o.has('i') ? s.toLowerCase() : s;
  }

  private files(left: string, right: string, aBytes: Uint8Array, bBytes: Uint8Array, nested: boolean, aTime = 0, bTime = 0): number {
    const { ctx, o } = this;
    const binary = !o.has('a') && (aBytes.subarray(0, 8000).includes(0) || bBytes.subarray(0, 8000).includes(0));
    const same = aBytes.length === bBytes.length && aBytes.every((n, i) => n === bBytes[i]);
    if (same || binary) {
      if (!same) ctx.out(o.has('q') ? `Files ${left} and ${right} differ\n` : `Binary files ${left} and ${right} differ\n`);
      else if (o.has('y') && !binary && !o.has('q')) this.beside(this.side(aBytes), this.side(bBytes), []);
      if (same && o.has('s')) ctx.out(`Files ${left} and ${right} are identical\n`);
      return same ? 0 : o.has('q') ? 1 : 2;
    }
    const a = this.side(aBytes);
    const b = this.side(bBytes);
    const changes = this.changes(a, b);
    if (changes.every((change) => change.ignored)) {
      if (o.has('y') && !o.has('q')) this.beside(a, b, changes);
      if (o.has('s')) ctx.out(`Files ${left} and ${right} are identical\n`);
      return 0;
    }
    if (o.has('q')) {
      ctx.out(`Files ${left} and ${right} differ\n`);
      return 1;
    }
    if (nested) ctx.out(`diff ${ctx.args.filter((x) => x.startsWith('-') && x !== '-').map((x) => `${x} `).join('')}${left} ${right}\n`);
    if (o.has('y')) this.beside(a, b, changes);
    else if (o.has('u') || o.has('U')) this.hunks(left, right, a, b, changes, aTime, bTime, false);
    else if (o.has('c') || o.has('C')) this.hunks(left, right, a, b, changes, aTime, bTime, true);
    else this.normal(a, b, changes);
    return 1;
  }

  private changes(a: Side, b: Side): Change[] {
    // A missing last newline makes the last line differ.
    const keys = (side: Side): string[] => side.lines.map((l, i) => this.key(l) + (!side.endsWithNewline && i === side.lines.length - 1 ? '\0' : ''));
    const out: Change[] = [];
    let x = 0;
    let y = 0;
    let open: Change | null = null;
    for (const part of diffArrays(keys(a), keys(b))) {
      const n = part.value.length;
      if (!part.added && !part.removed) {
        x += n;
        y += n;
        open = null;
        continue;
      }
      if (!open) out.push((open = { a: x, aCount: 0, b: y, bCount: 0, ignored: false }));
      if (part.removed) {
        open.aCount += n;
        x += n;
      } else {
        open.bCount += n;
        y += n;
      }
    }
    const { ignorable } = this;
    if (ignorable) for (const c of out) c.ignored = [...a.lines.slice(c.a, c.a + c.aCount), ...b.lines.slice(c.b, c.b + c.bCount)].every(ignorable);
    return out;
  }

  private whatIsIgnored(): ((line: string) => boolean) | null {
    const { ctx, o } = this;
    const patterns = o.values('I').map((pattern) => {
      try {
        return toJsRegex(pattern, { extended: false });
      } catch (e) {
        if (!(e instanceof RegexError)) throw e;
        return ctx.die(`${pattern}: ${e.message}`, 2);
      }
    });
    if (!o.has('B') && patterns.length === 0) return null;
    // A line of blanks is an empty one only where blanks are ignored too.
    const blanks = ['b', 'w', 'Z'].some((letter) => o.has(letter));
    return (line) => (o.has('B') && (blanks ? line.trim() : line) === '') || patterns.some((pattern) => pattern.test(line));
  }

  private line(mark: string, side: Side, i: number): void {
    const color = this.o.has('color') && this.o.value('color') !== 'never' && (this.o.value('color') === 'always' || this.ctx.stdout.isTty) ? { '-': '\x1b[31m', '+': '\x1b[32m', '<': '\x1b[31m', '>': '\x1b[32m' }[mark.trim()] : undefined;
    this.ctx.out(`${color ?? ''}${mark}${side.lines[i]}${color ? '\x1b[m' : ''}\n`);
    if (i === side.lines.length - 1 && !side.endsWithNewline) this.ctx.out('\\ No newline at end of file\n');
  }

  private normal(a: Side, b: Side, changes: Change[]): void {
    for (const c of changes) {
      if (c.ignored) continue;
      const kind = c.aCount === 0 ? 'a' : c.bCount === 0 ? 'd' : 'c';
      this.ctx.out(`${lineRange(c.a, c.aCount)}${kind}${lineRange(c.b, c.bCount)}\n`);
      for (let i = 0; i < c.aCount; i++) this.line('< ', a, c.a + i);
      if (kind === 'c') this.ctx.out('---\n');
      for (let i = 0; i < c.bCount; i++) this.line('> ', b, c.b + i);
    }
  }

  private beside(a: Side, b: Side, changes: readonly Change[]): void {
    const { o } = this;
    this.ctx.out(sideBySide(a, b, changes, { width: Number(o.value('W') || 130), suppressCommon: o.has('common'), leftColumn: o.has('left') }));
  }

  private hunks(left: string, right: string, a: Side, b: Side, changes: Change[], aTime: number, bTime: number, old: boolean): void {
    const { ctx, o } = this;
    const context = Number(o.value(old ? 'C' : 'U') || 3);
    const labels = o.values('L');
    const title = (path: string, ms: number, label: string | undefined): string => label ?? `${path}\t${formatTime('%Y-%m-%d %H:%M:%S.%N %z', ms, zoneOf(ctx.env['TZ']))}`;
    const [from, to] = old ? ['***', '---'] : ['---', '+++'];
    ctx.out(`${from} ${title(left, aTime, labels[0])}\n${to} ${title(right, bTime, labels[1])}\n`);
    for (let i = 0; i < changes.length;) {
      let k = i;
      // One that is ignored has to be nearer.
      const near = (before: Change, after: Change): boolean => after.a - (before.a + before.aCount) <= (after.ignored ? context - 1 : context * 2);
      while (k + 1 < changes.length && near(changes[k]!, changes[k + 1]!)) k++;
      const group = changes.slice(i, k + 1);
      i = k + 1;
      if (group.every((change) => change.ignored)) continue;
      const first = group[0]!;
      const last = group[group.length - 1]!;
      const before = Math.min(context, first.a, first.b);
      const after = Math.min(context, a.lines.length - (last.a + last.aCount), b.lines.length - (last.b + last.bCount));
      const hunk = { changes: group, aFrom: first.a - before, bFrom: first.b - before, aTo: last.a + last.aCount + after, bTo: last.b + last.bCount + after };
      if (old) contextHunk(hunk, (text) => ctx.out(text), (mark, side, index) => this.line(mark, side === 'a' ? a : b, index));
      else this.unifiedHunk(hunk, a, b);
    }
  }

  private unifiedHunk({ changes, aFrom, aTo, bFrom, bTo }: Hunk, a: Side, b: Side): void {
    const range = (from: number, count: number): string => (count === 1 ? String(from + 1) : `${count === 0 ? from : from + 1},${count}`);
    this.ctx.out(`@@ -${range(aFrom, aTo - aFrom)} +${range(bFrom, bTo - bFrom)} @@\n`);
    let x = aFrom;
    for (const c of changes) {
      for (; x < c.a; x++) this.line(' ', a, x);
      for (let n = 0; n < c.aCount; n++) this.line('-', a, c.a + n);
      for (let n = 0; n < c.bCount; n++) this.line('+', b, c.b + n);
      x = c.a + c.aCount;
    }
    for (; x < aTo; x++) this.line(' ', a, x);
  }
}
