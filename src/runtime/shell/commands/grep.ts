import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { compilePattern } from '../expand/pattern.ts';
import { basename, joinPath } from '../paths.ts';
import { longest } from '../longest.ts';
import { escapeRegex, RegexError, toJsRegex, wholeWord } from '../regex.ts';
import type { Command, Context } from '../run/context.ts';
import type { Input } from '../run/io.ts';
import { eachLine, readText, withFile } from './inputs.ts';
import { type Options, parseOptions } from './options.ts';
import { fromPerl, PerlRegExp } from './perl-regex.ts';
import { kindOf } from './trees.ts';
import { encode, splitLines } from '../text.ts';

export const grep: Command = {
  name: 'grep',
  aliases: ['egrep', 'fgrep'],
  apart: true,
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, {
      short: 'A:B:C:EFGHILPRUVZabce:f:hilm:noqrsvwxyz', status: 2, digits: 'C',
      long: {
        'after-context:': 'A', 'before-context:': 'B', 'context:': 'C', 'extended-regexp': 'E', 'fixed-strings': 'F', 'basic-regexp': 'G', 'perl-regexp': 'P', 'regexp:': 'e', 'file:': 'f', 'ignore-case': 'i', 'invert-match': 'v',
        'word-regexp': 'w', 'line-regexp': 'x', count: 'c', 'color::': 'color', 'colour::': 'color', 'files-without-match': 'L', 'files-with-matches': 'l', 'max-count:': 'm', 'only-matching': 'o', quiet: 'q', silent: 'q',
        'no-messages': 's', 'byte-offset': 'b', 'with-filename': 'H', 'no-filename': 'h', 'line-number': 'n', recursive: 'r', 'dereference-recursive': 'R', 'include:': 'include', 'exclude:': 'exclude',
        'exclude-dir:': 'exclude-dir', null: 'Z', text: 'a', 'binary-files:': 'binary', 'line-buffered': 'buffered', 'null-data': 'z', 'no-ignore-case': 'nic', 'label:': 'label',
      },
    });
    const rest = [...o.rest];
    const patterns = o.values('e').flatMap((p) => p.split('\n'));
    for (const file of o.values('f')) for (const line of splitLines(readText(ctx, file))) patterns.push(line);
    if (!o.has('e') && !o.has('f')) {
      const first = rest.shift();
      if (first === undefined) {
        ctx.err(`Usage: ${ctx.name} [OPTION]... PATTERNS [FILE]...\nTry '${ctx.name} --help' for more information.\n`);
        return 2;
      }
      patterns.push(...first.split('\n'));
    }
    let regex: RegExp;
    try {
      regex = buildRegex(ctx, o, patterns);
    } catch (e) {
      if (!(e instanceof RegexError)) throw e;
      return ctx.fail(e.message, 2);
    }
    // Nothing can be found, so nothing is looked at.
    if ((o.value('m') === '0' || (o.has('v') && patterns.includes('') && !o.has('w') && !o.has('x'))) && !o.has('L')) return 1;
    return new Searcher(ctx, o, regex).run(rest);
  },
};

function buildRegex(ctx: Context, o: Options, patterns: string[]): RegExp {
  const kind = o.last('EFGP') ?? (ctx.name === 'egrep' ? 'E' : ctx.name === 'fgrep' ? 'F' : 'G');
  const flags = `g${o.last('iy') !== undefined && o.list.findLast(([l]) => l === 'i' || l === 'nic' || l === 'y')?.[0] !== 'nic' ? 'i' : ''}`;
  // Of plain texts the longest one comes first: then the engine by itself takes it.
  const sources = (kind === 'F' ? [...patterns].sort((a, b) => b.length - a.length) : patterns).map((p) => {
    if (kind === 'F') return escapeRegex(p);
    if (kind === 'P') return fromPerl(p);
    return toJsRegex(p, { extended: kind === 'E' }).source;
  });
  // A file without patterns matches nothing.
  let source = sources.length === 0 ? '(?!)' : sources.map((s) => (sources.length > 1 ? `(?:${s === '(?:)' ? '' : s})` : s)).join('|');
  if (o.has('x')) source = `^(?:${source})$`;
  else if (o.has('w')) source = wholeWord(source);
  try {
    if (kind === 'P') return new PerlRegExp(source, `${flags}du`);
    const regex = new RegExp(source, `${flags}u`);
    return kind === 'F' ? regex : longest(regex);
  } catch (e) {
    throw new RegexError(e instanceof Error ? e.message : String(e));
  }
}

class Searcher {
  private readonly ctx: Context;
  private readonly o: Options;
  private readonly regex: RegExp;
  private readonly color: boolean;
  private readonly before: number;
  private readonly after: number;
  private names = false;
  private found = false;
  private failed = false;
  private printedGroup = false;

  constructor(ctx: Context, o: Options, regex: RegExp) {
    this.ctx = ctx;
    this.o = o;
    this.regex = regex;
    const when = o.value('color');
    this.color = when !== undefined && (when === 'always' || ((when === '' || when === 'auto') && ctx.stdout.isTty));
    this.after = Number(o.value('A') ?? o.value('C') ?? 0);
    this.before = Number(o.value('B') ?? o.value('C') ?? 0);
  }

  run(files: string[]): number {
    const { o } = this;
    const recursive = o.has('r') || o.has('R');
    this.names = o.last('Hh') === 'H' || (o.last('Hh') !== 'h' && (files.length > 1 || recursive));
    const targets = files.length > 0 ? files : recursive ? ['.'] : ['-'];
    for (const file of targets) {
      if (file === '-') this.input(this.ctx.stdin, o.value('label') ?? '(standard input)');
      else this.path(file, recursive, true, files.length === 0);
      if (this.found && o.has('q')) return 0;
    }
    return this.failed ? 2 : this.found ? 0 : 1;
  }

  private report(path: string, error: unknown): void {
    if (!(error instanceof SysError) || error.syscall.startsWith('write')) throw error;
    this.failed = true;
    if (!this.o.has('s')) this.ctx.fail(`${path}: ${errorText(error)}`, 2);
  }

  private path(path: string, recursive: boolean, argument: boolean, implied: boolean): void {
    const { ctx, o } = this;
    try {
      const stat = ctx.sys.stat(path, argument || o.has('R'));
      if (kindOf(stat) === S.IFDIR) {
        if (!recursive) {
          if (!o.has('s')) ctx.fail(`${path}: Is a directory`, 2);
          return;
        }
        if (!implied && !/^\.{0,2}$/.test(basename(path)) && o.values('exclude-dir').some((p) => compilePattern(p.replace(/\/$/, '')).test(basename(path)))) return;
        for (const [name] of ctx.sys.readdir(path)) this.path(implied ? name : joinPath(path, name), true, false, false);
        return;
      }
      if (recursive && !argument && kindOf(stat) !== S.IFREG) return;
      const name = basename(path);
      const include = o.values('include');
      if (include.length > 0 && !include.some((p) => compilePattern(p).test(name))) return;
      if (o.values('exclude').some((p) => compilePattern(p).test(name))) return;
      withFile(ctx, path, (input) => this.input(input, path));
    } catch (e) {
      this.report(path, e);
    }
  }

  private paint(code: string, text: string): string {
    return this.color ? `\x1b[${code}m\x1b[K${text}\x1b[m\x1b[K` : text;
  }

  private prefix(name: string, line: number, offset: number, mark: string): string {
    const { o } = this;
    const separator = this.paint('36', mark);
    let out = '';
    if (this.names) out += this.paint('35', name) + (o.has('Z') ? '\0' : separator);
    if (o.has('n')) out += this.paint('32', String(line)) + separator;
    if (o.has('b')) out += this.paint('32', String(offset)) + separator;
    return out;
  }

  private input(input: Input, name: string): void {
    const { ctx, o, regex } = this;
    const invert = o.has('v');
    const max = o.has('m') ? Number(o.value('m')) : Infinity;
    const listing = o.has('l') || o.has('L') || o.has('q');
    let count = 0;
    let number = 0;
    let offset = 0;
    let binary = false;
    let lastPrinted = 0;
    let trailing = 0;
    const held: { line: string; number: number; offset: number }[] = [];
    if (max > 0) eachLine(input, (line) => {
      number++;
      const start = offset;
      if (o.has('b')) offset += encode(line).length + 1;
      if (!o.has('a') && !o.has('z') && line.includes('\0')) binary = true;
      regex.lastIndex = 0;
      // After the last one that counts, others are context.
      const matches = count < max && regex.test(line) !== invert;
      if (!matches) {
        if (trailing > 0) {
          trailing--;
          this.context(name, line, number, start);
          lastPrinted = number;
        } else if (this.before > 0) {
          held.push({ line, number, offset: start });
          if (held.length > this.before) held.shift();
        }
        return count < max || trailing > 0;
      }
      count++;
      this.found = true;
      if (listing) return false;
      if (o.has('c')) return count < max;
      if (binary) return false;
      const first = held[0]?.number ?? number;
      if (o.last('ABC') !== undefined && this.printedGroup && (lastPrinted === 0 || first > lastPrinted + 1)) ctx.out(`${this.paint('36', '--')}\n`);
      for (const h of held.splice(0)) this.context(name, h.line, h.number, h.offset);
      this.print(name, line, number, start, invert);
      this.printedGroup = true;
      lastPrinted = number;
      trailing = this.after;
      return count < max || trailing > 0;
    }, o.has('z') ? 0 : 10);
    if (o.has('q')) return;
    if (o.has('l') ? count > 0 : o.has('L') && count === 0) ctx.out(this.paint('35', name) + (o.has('Z') ? '\0' : '\n'));
    else if (o.has('c') && !listing) ctx.out(`${this.names ? this.paint('35', name) + this.paint('36', ':') : ''}${count}\n`);
    else if (binary && count > 0 && !listing) ctx.err(`${ctx.name}: ${name}: binary file matches\n`);
  }

  private context(name: string, line: string, number: number, offset: number): void {
    // Around what `-o` shows there is nothing.
    if (!this.o.has('o')) this.ctx.out(`${this.prefix(name, number, offset, '-')}${line}\n`);
  }

  private print(name: string, line: string, number: number, offset: number, invert: boolean): void {
    const { ctx, o, regex } = this;
    const end = o.has('z') ? '\0' : '\n';
    if (o.has('o')) {
      if (invert) return;
      // matchAll goes on from where the last test stopped.
      regex.lastIndex = 0;
      for (const match of line.matchAll(regex)) {
        if (match[0] !== '') ctx.out(`${this.prefix(name, number, o.has('b') ? offset + encode(line.slice(0, match.index)).length : 0, ':')}${this.paint('01;31', match[0])}${end}`);
      }
      return;
    }
    const shown = this.color && !invert ? line.replace(regex, (m) => (m === '' ? '' : this.paint('01;31', m))) : line;
    ctx.out(`${this.prefix(name, number, offset, ':')}${shown}${end}`);
    if (o.has('buffered')) ctx.stdout.flush();
  }
}
