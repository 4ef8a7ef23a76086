import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { errorText } from '../errors.ts';
import { basename, joinPath } from '../paths.ts';
import type { Command, Context } from '../run/context.ts';
import { type Expression, type FindOptions, type Found, parseExpression } from './find-expression.ts';

export const find: Command = {
  name: 'find',
  batch: 'source',
  run(ctx) {
    let i = 0;
    let follow = false;
    for (; /^-[HLP]$/.test(ctx.args[i] ?? ''); i++) follow = ctx.args[i] === '-L';
    const roots: string[] = [];
    while (i < ctx.args.length && !/^[-(!,)]/.test(ctx.args[i]!)) roots.push(ctx.args[i++]!);
    const options: FindOptions = { maxDepth: Infinity, minDepth: 0, depthFirst: false, now: Date.now(), stop: false, status: 0 };
    const expression = parseExpression(ctx, ctx.args.slice(i), options);
    const walker = new Walker(ctx, expression, options, follow);
    for (const root of roots.length > 0 ? roots : ['.']) {
      walker.root(root);
      if (options.stop) break;
    }
    expression.finish();
    return Math.max(walker.status, options.status);
  },
};

class Walker {
  status = 0;
  private readonly ctx: Context;
  private readonly expression: Expression;
  private readonly options: FindOptions;
  private readonly follow: boolean;
  constructor(ctx: Context, expression: Expression, options: FindOptions, follow: boolean) {
    this.ctx = ctx;
    this.expression = expression;
    this.options = options;
    this.follow = follow;
  }

  root(path: string): void {
    this.visit(path, path, basename(path) || path, 0);
  }

  private visit(path: string, root: string, name: string, depth: number): void {
    const { ctx, options } = this;
    let stat: StatFields;
    try {
      stat = ctx.sys.stat(path, false);
      if (this.follow && (stat[1] & S.IFMT) === S.IFLNK) stat = targetOf(ctx, path) ?? stat;
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      this.status = ctx.fail(`'${path}': ${errorText(e)}`);
      return;
    }
    const found: Found = { path, root, name, depth, stat, prune: false };
    const directory = (stat[1] & S.IFMT) === S.IFDIR;
    const test = (): void => {
      if (depth >= options.minDepth) this.expression.test(found);
    };
    if (!options.depthFirst) test();
    if (directory && depth < options.maxDepth && !(found.prune && !options.depthFirst) && !options.stop) this.children(path, root, depth);
    if (options.depthFirst && !options.stop) test();
  }

  private children(path: string, root: string, depth: number): void {
    let names: [string, number][];
    try {
      names = this.ctx.sys.readdir(path);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      // -delete or -exec removed it.
      if (e.code !== 'ENOENT') this.status = this.ctx.fail(`'${path}': ${errorText(e)}`);
      return;
    }
    for (const [name] of names) {
      this.visit(joinPath(path, name), root, name, depth + 1);
      if (this.options.stop) return;
    }
  }
}

function targetOf(ctx: Context, path: string): StatFields | null {
  try {
    return ctx.sys.stat(path, true);
  } catch {
    return null;
  }
}

