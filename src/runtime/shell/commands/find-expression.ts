/** The tests and actions of find. */
import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { errorText } from '../errors.ts';
import { compilePattern } from '../expand/pattern.ts';
import { ansiEscapes } from '../language/escapes.ts';
import { dirname } from '../paths.ts';
import { toJsRegex } from '../regex.ts';
import type { Context } from '../run/context.ts';
import { changeMode, modeText } from './modes.ts';
import { formatTime } from './time.ts';
import { zoneOf } from './zone.ts';
import { statOrNull } from './trees.ts';

export interface Found { path: string; root: string; name: string; depth: number; stat: StatFields; prune: boolean }
export interface FindOptions { maxDepth: number; minDepth: number; depthFirst: boolean; now: number; stop: boolean; status: number }
type Test = (f: Found) => boolean;
export interface Expression { test: Test; /** Runs what was collected for `-exec ... +`. */ finish: () => void }

const KINDS: { [letter: string]: number } = { f: S.IFREG, d: S.IFDIR, l: S.IFLNK, p: S.IFIFO, s: S.IFSOCK, c: S.IFCHR, b: S.IFBLK };

export function parseExpression(ctx: Context, words: string[], options: FindOptions): Expression {
  const parser = new Parser(ctx, words, options);
  return parser.all();
}

class Parser {
  private at = 0;
  private acts = false;
  /** What `-regextype` said; findutils' own default knows `+` and `?` without a backslash. */
  private syntax: 'emacs' | 'basic' | 'extended' = 'emacs';
  private readonly finishers: (() => void)[] = [];
  private readonly ctx: Context;
  private readonly words: string[];
  private readonly options: FindOptions;
  constructor(ctx: Context, words: string[], options: FindOptions) {
    this.ctx = ctx;
    this.words = words;
    this.options = options;
  }

  all(): Expression {
    const finish = (): void => this.finishers.forEach((f) => f());
    const print: Test = (f) => (this.ctx.out(`${f.path}\n`), true);
    if (this.words.length === 0) return { test: print, finish };
    const test = this.or();
    if (this.at < this.words.length) this.ctx.die(this.words[this.at] === ')' ? "invalid expression; you have too many ')'" : `paths must precede expression: \`${this.words[this.at]}'`);
    return { test: this.acts ? test : (f) => test(f) && print(f), finish };
  }

  private or(): Test {
    let left = this.and();
    while (this.words[this.at] === '-o' || this.words[this.at] === '-or') {
      this.at++;
      const a = left;
      const b = this.and();
      left = (f) => a(f) || b(f);
    }
    return left;
  }

  private and(): Test {
    let left = this.not();
    while (this.at < this.words.length && !['-o', '-or', ')', ','].includes(this.words[this.at]!)) {
      if (this.words[this.at] === '-a' || this.words[this.at] === '-and') this.at++;
      const a = left;
      const b = this.not();
      left = (f) => a(f) && b(f);
    }
    return left;
  }

  private not(): Test {
    const word = this.words[this.at];
    if (word === '!' || word === '-not') {
      this.at++;
      const inner = this.not();
      return (f) => !inner(f);
    }
    if (word === '(') {
      this.at++;
      const inner = this.or();
      if (this.words[this.at++] !== ')') this.ctx.die("invalid expression; I was expecting to find a ')' somewhere but did not see one.");
      return inner;
    }
    return this.primary();
  }

  private value(name: string): string {
    const word = this.words[this.at++];
    return word ?? this.ctx.die(`missing argument to \`${name}'`);
  }

  private primary(): Test {
    const { ctx, options } = this;
    const name = this.words[this.at++] ?? ctx.die('invalid expression');
    switch (name) {
      case '-name':
      case '-iname': {
        const regex = compilePattern(this.value(name), { ignoreCase: name === '-iname' });
        return (f) => regex.test(f.name);
      }
      case '-path':
      case '-wholename':
      case '-ipath': {
        const regex = compilePattern(this.value(name), { ignoreCase: name === '-ipath' });
        return (f) => regex.test(f.path);
      }
      case '-regex':
      case '-iregex': {
        const given = this.value(name);
        const source = this.syntax !== 'emacs' ? given : given.replace(/\\[\s\S]|\[\^?\]?[^\]]*\]|[+?]/g, (m) => (m === '+' || m === '?' ? `\\${m}` : m === '\\+' || m === '\\?' ? m[1]! : m));
        const regex = toJsRegex(source, { extended: this.syntax === 'extended', flags: name === '-iregex' ? 'i' : '' });
        const whole = new RegExp(`^(?:${regex.source})$`, regex.flags);
        return (f) => whole.test(f.path);
      }
      case '-regextype': {
        const type = this.value(name);
        this.syntax = /extended|egrep|awk/.test(type) ? 'extended' : /emacs|findutils/.test(type) ? 'emacs' : 'basic';
        return () => true;
      }
      case '-lname': {
        const regex = compilePattern(this.value(name));
        return (f) => (f.stat[1] & S.IFMT) === S.IFLNK && regex.test(ctx.sys.readlink(f.path));
      }
      case '-type':
      case '-xtype': {
        const letters = this.value(name).split(',');
        for (const l of letters) if (KINDS[l] === undefined) ctx.die(`Unknown argument to ${name}: ${l}`);
        return (f) => letters.some((l) => ((name === '-xtype' ? statOrNull(ctx.sys, f.path, true) ?? f.stat : f.stat)[1] & S.IFMT) === KINDS[l]);
      }
      case '-maxdepth':
        options.maxDepth = Number(this.value(name));
        return () => true;
      case '-mindepth':
        options.minDepth = Number(this.value(name));
        return () => true;
      case '-depth':
      case '-d':
        options.depthFirst = true;
        return () => true;
      case '-follow':
      case '-mount':
      case '-xdev':
      case '-noleaf':
      case '-true': return () => true;
      case '-false': return () => false;
      case '-empty': return (f) => ((f.stat[1] & S.IFMT) === S.IFDIR ? ctx.sys.readdir(f.path).length === 0 : (f.stat[1] & S.IFMT) === S.IFREG && f.stat[8] === 0);
      case '-size': return this.size(this.value(name));
      case '-mtime':
      case '-atime':
      case '-ctime':
      case '-mmin':
      case '-amin':
      case '-cmin': {
        const field = name[1] === 'm' ? 11 : name[1] === 'a' ? 10 : 12;
        const unit = name.endsWith('min') ? 60_000 : 86_400_000;
        const compare = comparison(this.value(name));
        return (f) => compare(Math.floor((options.now - f.stat[field]!) / unit));
      }
      case '-newer':
      case '-anewer':
      case '-cnewer': {
        const path = this.value(name);
        const reference = statOrNull(ctx.sys, path, true) ?? ctx.die(`'${path}': No such file or directory`);
        return (f) => f.stat[11] > reference[11];
      }
      case '-perm': return this.permissions(this.value(name));
      case '-user':
      case '-uid':
      case '-group':
      case '-gid': {
        const who = this.value(name);
        const id = who === 'root' ? 0 : who === 'user' ? 1000 : Number(who);
        return (f) => f.stat[name.includes('u') && !name.startsWith('-g') ? 3 : 4] === id;
      }
      case '-readable':
      case '-writable':
      case '-executable': {
        const mode = name === '-readable' ? 4 : name === '-writable' ? 2 : 1;
        return (f) => {
          try {
            ctx.sys.access(f.path, mode);
            return true;
          } catch {
            return false;
          }
        };
      }
      case '-links': {
        const compare = comparison(this.value(name));
        return (f) => compare(f.stat[2]);
      }
      case '-inum': {
        const compare = comparison(this.value(name));
        return (f) => compare(f.stat[7]);
      }
      default: return this.action(name);
    }
  }

  private action(name: string): Test {
    const { ctx, options } = this;
    if (name !== '-prune') this.acts = true;
    switch (name) {
      case '-print': return (f) => (ctx.out(`${f.path}\n`), true);
      case '-print0': return (f) => (ctx.out(`${f.path}\0`), true);
      case '-printf': {
        const format = ansiEscapes(this.value(name), 'printf').text;
        return (f) => (ctx.out(this.format(format, f)), true);
      }
      case '-ls': return (f) => (ctx.out(`${String(f.stat[7]).padStart(9)} ${String(Math.ceil(f.stat[9] / 2)).padStart(6)} ${modeText(f.stat[1])} ${String(f.stat[2]).padStart(3)} user     user     ${String(f.stat[8]).padStart(8)} ${formatTime('%b %e %H:%M', f.stat[11], zoneOf(ctx.env['TZ']))} ${f.path}\n`), true);
      case '-prune': return (f) => (f.prune = true);
      case '-quit': return () => !(options.stop = true);
      case '-delete':
        options.depthFirst = true;
        return (f) => {
          if (f.path === '.') return true;
          try {
            if ((f.stat[1] & S.IFMT) === S.IFDIR) ctx.sys.rmdir(f.path);
            else ctx.sys.unlink(f.path);
            return true;
          } catch (e) {
            if (!(e instanceof SysError)) throw e;
            options.status = ctx.fail(`cannot delete '${f.path}': ${errorText(e)}`);
            return false;
          }
        };
      case '-exec':
      case '-execdir':
      case '-ok': return this.exec(name);
      default: return ctx.die(`unknown predicate \`${name}'`);
    }
  }

  private exec(name: string): Test {
    const { ctx } = this;
    const command: string[] = [];
    for (;;) {
      const word = this.words[this.at++] ?? ctx.die(`missing argument to \`${name}'`);
      if (word === ';') break;
      if (word === '+' && command[command.length - 1] === '{}') return this.execMany(command.slice(0, -1));
      command.push(word);
    }
    return (f) => {
      const path = name === '-execdir' ? `./${f.name}` : f.path;
      return ctx.launch(command.map((w) => w.replaceAll('{}', path)), name === '-execdir' ? { cwd: dirname(f.path) } : {}) === 0;
    };
  }

  private execMany(command: string[]): Test {
    const paths: string[] = [];
    const run = (): void => {
      if (paths.length > 0 && this.ctx.launch([...command, ...paths.splice(0)]) !== 0) this.options.status = 1;
    };
    this.finishers.push(run);
    return (f) => {
      paths.push(f.path);
      // An argument list has to fit one system call.
      if (paths.length >= 1000) run();
      return true;
    };
  }

  private size(text: string): Test {
    const match = /^([-+]?)(\d+)([cwbkMG]?)$/.exec(text) ?? this.ctx.die(`Invalid argument \`${text}' to -size`);
    const unit = ({ c: 1, w: 2, b: 512, '': 512, k: 1024, M: 1_048_576, G: 1_073_741_824 } as { [u: string]: number })[match[3]!]!;
    const compare = comparison(match[1]! + match[2]!);
    return (f) => compare(Math.ceil(f.stat[8] / unit));
  }

  private permissions(text: string): Test {
    const kind = /^[-/]/.test(text) ? text[0] : '';
    const mode = changeMode(kind === '' ? text : text.slice(1), 0, false, 0) ?? this.ctx.die(`invalid mode '${text}'`);
    return (f) => {
      const own = f.stat[1] & 0o7777;
      return kind === '-' ? (own & mode) === mode : kind === '/' ? mode === 0 || (own & mode) !== 0 : own === mode;
    };
  }

  private format(format: string, f: Found): string {
    return format.replace(/%([-0]*)(\d*)(T.|A.|C.|[a-zA-Z%])/g, (all, flags: string, width: string, c: string) => {
      const seconds = (ms: number): string => `${Math.floor(ms / 1000)}.${String(Math.floor((ms % 1000) * 1e7)).padStart(10, '0')}`;
      let text: string;
      switch (c) {
        case 'p': text = f.path; break;
        case 'f': text = f.name; break;
        case 'h': text = dirname(f.path); break;
        case 'P': text = f.path === f.root ? '' : f.path.slice(f.root.length).replace(/^\//, ''); break;
        case 'd': text = String(f.depth); break;
        case 's': text = String(f.stat[8]); break;
        case 'm': text = (f.stat[1] & 0o7777).toString(8); break;
        case 'M': text = modeText(f.stat[1]); break;
        case 'i': text = String(f.stat[7]); break;
        case 'n': text = String(f.stat[2]); break;
        case 'u':
        case 'g': text = 'user'; break;
        case 'y': text = Object.entries(KINDS).find(([, k]) => k === (f.stat[1] & S.IFMT))?.[0] ?? 'U'; break;
        case 'l': text = (f.stat[1] & S.IFMT) === S.IFLNK ? this.ctx.sys.readlink(f.path) : ''; break;
        case 't': text = formatTime('%a %b %e %H:%M:%S.%N %Y', f.stat[11]); break;
        case '%': return '%';
        default:
          if (/^[TAC]./.test(c)) {
            const ms = f.stat[c[0] === 'T' ? 11 : c[0] === 'A' ? 10 : 12]!;
            text = c[1] === '@' ? seconds(ms) : formatTime(`%${c[1]}`, ms, zoneOf(this.ctx.env['TZ']));
          } else return all;
      }
      return flags.includes('-') ? text.padEnd(Number(width)) : text.padStart(Number(width));
    });
  }
}

function comparison(text: string): (n: number) => boolean {
  const n = Number(text.replace(/^[-+]/, ''));
  return text.startsWith('+') ? (v) => v > n : text.startsWith('-') ? (v) => v < n : (v) => v === n;
}
