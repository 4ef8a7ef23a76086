/** Commands that hand something to whoever shows the sandbox: an address to open, a file to edit. The client gets `xdg-open` and `code` events; what becomes of them is the page's business. */
import type { Command, Context } from '../run/context.ts';
import { normalize } from '../paths.ts';
import { statOrNull } from './trees.ts';

const ADDRESS = /^[a-z][a-z0-9+.-]*:/i;

/** `xdg-open FILE-OR-URL`; `open` is its name on a Mac, and programs try both. */
const xdgOpen: Command = {
  name: 'xdg-open',
  aliases: ['open'],
  run(ctx) {
    const targets = ctx.args.filter((arg) => !arg.startsWith('-'));
    const usage = ctx.name === 'open' ? 'open FILE-OR-URL...' : 'xdg-open FILE-OR-URL';
    if (targets.length === 0 || (ctx.name === 'xdg-open' && targets.length > 1)) ctx.die(`usage: ${usage}`, 1);
    for (const target of targets) {
      if (!ADDRESS.test(target) && !statOrNull(ctx.sys, target, true)) {
        ctx.err(`${ctx.name}: file '${target}' does not exist\n`);
        return 2;
      }
      ctx.sys.tellClient('xdg-open', [ADDRESS.test(target) ? target : absolute(ctx, target)]);
    }
    return 0;
  },
};

/** `code FILE...`, `code -g FILE:LINE:COLUMN...`, `code --diff A B`. Options of the real one that change nothing here are taken without effect. */
const code: Command = {
  name: 'code',
  run(ctx) {
    let diff = false;
    let places = false;
    const files: string[] = [];
    for (let i = 0; i < ctx.args.length; i++) {
      const arg = ctx.args[i]!;
      if (arg === '-d' || arg === '--diff') diff = true;
      else if (arg === '-g' || arg === '--goto') places = true;
      else if (arg === '--') {
        files.push(...ctx.args.slice(i + 1));
        break;
      } else if (!arg.startsWith('-') || arg === '-') files.push(arg);
      else if (!TAKEN.has(arg)) ctx.die(`unknown option '${arg}'`, 1);
    }
    if (files.length === 0 || (diff && files.length !== 2)) ctx.die(diff ? 'usage: code --diff FILE FILE' : 'usage: code [-g] FILE[:LINE[:COLUMN]]...', 1);
    ctx.sys.tellClient('code', [diff ? 'diff' : 'open', ...files.flatMap((file) => placeOf(ctx, file, places))]);
    return 0;
  },
};

const TAKEN = new Set(['-n', '--new-window', '-r', '--reuse-window', '-w', '--wait', '-a', '--add']);

/** Path, line and column as the event has them; the latter are empty where none was given. */
function placeOf(ctx: Context, file: string, places: boolean): string[] {
  const at = places && !statOrNull(ctx.sys, file, true) ? /^(.+?):(\d{1,9})(?::(\d{1,9}))?$/.exec(file) : null;
  return [absolute(ctx, at?.[1] ?? file), at?.[2] ?? '', at?.[3] ?? ''];
}

const absolute = (ctx: Context, path: string): string => normalize(path.startsWith('/') ? path : `${ctx.sys.getcwd()}/${path}`);

export const openers: readonly Command[] = [xdgOpen, code];
