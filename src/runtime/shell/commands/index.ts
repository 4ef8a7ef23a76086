/** The coreutils, one file each (the smallest together). */
import type { Command } from '../run/context.ts';
import { awk } from './awk.ts';
import { base64 } from './base64.ts';
import { cat } from './cat.ts';
import { chmod, chown } from './chmod.ts';
import { constants } from './constants.ts';
import { cp } from './cp.ts';
import { cut } from './cut.ts';
import { date } from './date.ts';
import { df, du } from './du.ts';
import { dumps } from './dumps.ts';
import { echo } from './echo.ts';
import { env } from './env.ts';
import { expr } from './expr.ts';
import { fileTools } from './files.ts';
import { find } from './find.ts';
import { grep } from './grep.ts';
import { head } from './head.ts';
import { lineFilters } from './lines.ts';
import { ln } from './ln.ts';
import { ls } from './ls.ts';
import { mkdir } from './mkdir.ts';
import { mktemp } from './mktemp.ts';
import { mv } from './mv.ts';
import { openers } from './open.ts';
import { printf } from './printf.ts';
import { kill, ps } from './processes.ts';
import { pwd } from './pwd.ts';
import { readlink, realpath } from './realpath.ts';
import { rm } from './rm.ts';
import { rmdir, unlink } from './rmdir.ts';
import { sed } from './sed.ts';
import { seq } from './seq.ts';
import { sleep, yes } from './sleep.ts';
import { sort } from './sort.ts';
import { stat } from './stat.ts';
import { stty } from './stty.ts';
import { sums } from './sums.ts';
import { tail } from './tail.ts';
import { tee } from './tee.ts';
import { bracket, test } from './test.ts';
import { timeout } from './timeout.ts';
import { touch } from './touch.ts';
import { tr } from './tr.ts';
import { tree } from './tree.ts';
import { uniq } from './uniq.ts';
import { wc } from './wc.ts';
import { which } from './which.ts';
import { xargs } from './xargs.ts';

export const commands: readonly Command[] = [
  awk, base64, bracket, cat, chmod, chown, ...constants, cp, cut, date, df, du, ...dumps, echo, env, expr, ...fileTools, find, grep, head, kill, ...lineFilters, ln, ls, mkdir, mktemp, mv, ...openers, printf,
  ps, pwd, readlink, realpath, rm, rmdir, sed, seq, sleep, sort, stat, stty, ...sums, tail, tee, test, timeout, touch, tr, tree, uniq, unlink, wc, which, xargs, yes,
];

/** Every name a command is called by. */
export const applets: ReadonlyMap<string, Command> = new Map(commands.flatMap((c) => [c.name, ...(c.aliases ?? [])].map((name) => [name, c] as const)));
