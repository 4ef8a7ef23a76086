/** patch. */
import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { makeParents } from '../commands/mkdir.ts';
import { readText } from '../commands/inputs.ts';
import { type Options, parseOptions } from '../commands/options.ts';
import { statOrNull } from '../commands/trees.ts';
import { errorText } from '../errors.ts';
import { quoteForShell } from '../expand/quote.ts';
import { dirname, joinPath } from '../paths.ts';
import type { Command, Context } from '../run/context.ts';
import { decode, encode } from '../text.ts';
import { type Applied, applyHunks, contentOf, textOf } from './patch-apply.ts';
import { type FilePatch, type Hunk, MalformedPatch, parsePatch, reversed } from './patch-parse.ts';

export const patch: Command = {
  name: 'patch',
  run(ctx) {
    const o = parseOptions(ctx, {
      short: 'bcd:eEfF:i:lnNo:p:r:RstTuvV:x:Z',
      long: {
        backup: 'b', context: 'c', 'directory:': 'd', 'remove-empty-files': 'E', force: 'f', 'fuzz:': 'F', 'input:': 'i', 'ignore-whitespace': 'l', normal: 'n', forward: 'N', 'output:': 'o', 'strip:': 'p', 'reject-file:': 'r',
        reverse: 'R', quiet: 's', silent: 's', batch: 't', unified: 'u', 'dry-run': 'dry', 'no-backup-if-mismatch': 'nb', 'backup-if-mismatch': 'bm', verbose: 'verbose', 'suffix:': 'suffix', 'read-only:': 'ro',
      },
      status: 2,
    });
    try {
      return new Patcher(ctx, o).run();
    } catch (e) {
      if (e instanceof MalformedPatch) {
        ctx.stdout.flush();
        ctx.err(`${ctx.name}: **** ${e.message}\n`);
        return 2;
      }
      if (!(e instanceof SysError)) throw e;
      ctx.err(`${ctx.name}: **** ${errorText(e)}\n`);
      return 2;
    }
  },
};

class Patcher {
  private readonly ctx: Context;
  private readonly o: Options;
  private readonly directory: string;
  private readonly dry: boolean;
  private readonly quiet: boolean;

  constructor(ctx: Context, o: Options) {
    this.ctx = ctx;
    this.o = o;
    this.directory = o.value('d') ?? '';
    this.dry = o.has('dry');
    this.quiet = o.has('s');
  }

  run(): number {
    const { ctx, o } = this;
    const [original, source] = o.rest;
    const input = source ?? o.value('i') ?? '-';
    let text: string;
    try {
      text = readText(ctx, input === '-' ? '-' : input);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      ctx.err(`${ctx.name}: **** Can't open patch file ${input} : ${errorText(e)}\n`);
      return 2;
    }
    const patches = parsePatch(text);
    if (patches.length === 0) {
      if (text.trim() === '') return 0;
      ctx.err(`${ctx.name}: **** Only garbage was found in the patch input.\n`);
      return 2;
    }
    let status = 0;
    for (const one of patches) status = Math.max(status, this.file(o.has('R') ? reversed(one) : one, original));
    return status;
  }

  private at(path: string): string {
    return path.startsWith('/') ? path : joinPath(this.directory, path);
  }

  private say(text: string): void {
    if (!this.quiet) this.ctx.out(text);
  }

  /** The file that a patch is about, as patch chooses it: the first of old, new and index name that is there. */
  private target(one: FilePatch): string | null {
    const names = [one.oldName, one.newName, one.index].filter((n) => n !== '' && n !== '/dev/null').map((n) => this.strip(n)).filter((n): n is string => n !== null);
    const existing = names.filter((n) => statOrNull(this.ctx.sys, this.at(n), true));
    const best = (list: string[]): string | null => list.reduce<string | null>((a, b) => (a === null || weight(b) < weight(a) ? b : a), null);
    if (existing.length > 0) return best(existing);
    const creates = one.oldName === '/dev/null' || one.gitNew || one.hunks[0]?.oldStart === 0;
    return creates ? best(names) : null;
  }

  private strip(name: string): string | null {
    const count = this.o.value('p');
    if (count === undefined) return name.replace(/^.*\//, '') === name ? name : statOrNull(this.ctx.sys, this.at(name), true) ? name : name.replace(/^.*\//, '');
    let rest = name;
    for (let n = Number(count); n > 0; n--) {
      const slash = rest.indexOf('/');
      if (slash < 0) return null;
      rest = rest.slice(slash).replace(/^\/+/, '');
    }
    return rest;
  }

  private file(one: FilePatch, given: string | undefined): number {
    const { ctx, o } = this;
    const name = given ?? this.target(one);
    if (name === null) return this.noFile(one);
    // A name from a patch must not lead out of the folder it is applied in.
    if (given === undefined && (name.startsWith('/') || name.split('/').includes('..'))) {
      ctx.out(`Ignoring potentially dangerous file name ${name}\n`);
      return this.noFile(one);
    }
    const path = this.at(name);
    const stat = statOrNull(ctx.sys, path, true);
    const before = stat ? decode(ctx.sys.readFile(path)) : '';
    const same = o.has('l') ? (a: string, b: string): boolean => a.trim().replace(/[ \t]+/g, ' ') === b.trim().replace(/[ \t]+/g, ' ') : (a: string, b: string): boolean => a === b;
    const fuzz = Number(o.value('F') ?? 2);
    let hunks = one.hunks;
    let result = applyHunks(contentOf(before), hunks, { fuzz, same });
    const removes = (one.newName === '/dev/null' || one.gitDeleted) && result.content.lines.length === 0;
    this.say(`${this.dry ? 'checking' : 'patching'} file ${o.value('o') === undefined ? quoteForShell(name) : `${quoteForShell(o.value('o')!)} (read from ${quoteForShell(name)})`}\n`);
    if (result.applied[0]?.at === null && !o.has('R')) {
      const back = applyHunks(contentOf(before), reversed(one).hunks, { fuzz, same });
      if (back.applied.length > 0 && back.applied.every((a) => a.at !== null)) {
        if (o.has('N') || !o.has('t')) {
          this.say(o.has('N') ? 'Reversed (or previously applied) patch detected!  Skipping patch.\n' : 'Reversed (or previously applied) patch detected!  Assume -R? [n] \nApply anyway? [n] \nSkipping patch.\n');
          this.reject(name, one, result.applied.map((a) => ({ ...a, at: null })), 'ignored', hunks.length);
          return 1;
        }
        hunks = reversed(one).hunks;
        result = back;
        this.say('Reversed (or previously applied) patch detected!  Assuming -R.\n');
      }
    }
    return this.finish(one, name, path, { before, existed: stat !== null, mode: stat?.[1] ?? 0o644, removes, result });
  }

  private noFile(one: FilePatch): number {
    const { ctx } = this;
    ctx.out(`can't find file to patch at input line ${one.hunks.length > 0 ? 3 : 1}\n`);
    ctx.out(this.o.value('p') === undefined ? 'Perhaps you should have used the -p or --strip option?\n' : 'Perhaps you used the wrong -p or --strip option?\n');
    ctx.out(`The text leading up to this was:\n--------------------------\n|--- ${one.oldName}\n|+++ ${one.newName}\n--------------------------\nFile to patch: \nSkip this patch? [y] \nSkipping patch.\n`);
    ctx.out(`${one.hunks.length} out of ${one.hunks.length} hunk${one.hunks.length === 1 ? '' : 's'} ignored\n`);
    return 1;
  }

  private finish(one: FilePatch, name: string, path: string, state: { before: string; existed: boolean; mode: number; removes: boolean; result: ReturnType<typeof applyHunks> }): number {
    const { ctx, o } = this;
    const { applied, content } = state.result;
    for (const { number, at, offset, fuzz } of applied) {
      if (at === null) this.say(`Hunk #${number} FAILED at ${one.hunks[number - 1]!.oldStart}.\n`);
      else if (offset !== 0 || fuzz > 0) this.say(`Hunk #${number} succeeded at ${at}${fuzz > 0 ? ` with fuzz ${fuzz}` : ''}${offset === 0 ? '' : ` (offset ${offset} line${Math.abs(offset) === 1 ? '' : 's'})`}.\n`);
    }
    const failed = applied.filter((a) => a.at === null);
    const inexact = applied.some((a) => a.at === null || a.offset !== 0 || a.fuzz > 0);
    if (!this.dry && failed.length < Math.max(1, applied.length)) {
      const out = o.value('o');
      if ((o.has('b') || (inexact && !o.has('nb'))) && state.existed && out === undefined) this.write(`${path}${o.value('suffix') ?? '.orig'}`, state.before, state.mode);
      if (out !== undefined) {
        if (out === '-') ctx.out(textOf(content));
        else this.write(this.at(out), textOf(content), state.mode);
      } else if (content.lines.length === 0 && (state.removes || o.has('E'))) ctx.sys.unlink(path);
      else this.write(path, textOf(content), state.mode);
    }
    if (failed.length > 0) this.reject(name, one, failed, 'FAILED', applied.length);
    return failed.length > 0 ? 1 : 0;
  }

  private write(path: string, text: string, mode: number): void {
    makeParents(this.ctx, dirname(path), 0o777);
    this.ctx.sys.writeFile(path, O.WRONLY | O.CREAT | O.TRUNC, mode & 0o777, encode(text));
  }

  private reject(name: string, one: FilePatch, failed: Applied[], what: string, total: number): void {
    const file = this.o.value('r') ?? `${name}.rej`;
    const saved = this.dry || file === '-' ? '' : ` -- saving rejects to file ${quoteForShell(file)}`;
    this.say(`${failed.length} out of ${total} hunk${total === 1 ? '' : 's'} ${what}${saved}\n`);
    if (saved === '') return;
    const header = `--- ${one.headers[0]}\n+++ ${one.headers[1]}\n`;
    this.write(this.at(file), header + failed.map(({ hunk }) => hunkText(hunk)).join(''), 0o644);
  }
}

function hunkText(hunk: Hunk): string {
  const range = (start: number, count: number): string => (count === 1 ? String(start) : `${start},${count}`);
  const lines = hunk.lines.map((l) => `${l.op}${l.text}\n${l.bare ? '\\ No newline at end of file\n' : ''}`).join('');
  return `@@ -${range(hunk.oldStart, hunk.oldCount)} +${range(hunk.newStart, hunk.newCount)} @@\n${lines}`;
}

/** Fewer folders, then a shorter last name, then a shorter name altogether. */
function weight(name: string): number {
  return name.split('/').length * 1e6 + name.replace(/^.*\//, '').length * 1e3 + name.length;
}
