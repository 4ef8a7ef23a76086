import type { Context } from '../run/context.ts';

/**
 * Whether lines that are taken to be sorted are. By itself it looks only once there was a line without a counterpart, as GNU's `comm` and `join` do.
 * Follows `check_order` of coreutils' `comm.c` and `join.c`.
 */
export class SortedOrder {
  /** There was a line without a counterpart. */
  unpaired = false;
  private readonly warned = new Set<number>();
  private readonly ctx: Context;
  private readonly when: 'always' | 'never' | 'unpaired';
  constructor(ctx: Context, when: 'always' | 'never' | 'unpaired') {
    this.ctx = ctx;
    this.when = when;
  }

  /** @param message of the first place in that file. @throws CommandExit where it is to be checked always */
  check(file: 1 | 2, before: string, after: string, message: string): void {
    if (this.when === 'never' || (this.when === 'unpaired' && !this.unpaired) || this.warned.has(file) || before <= after) return;
    this.warned.add(file);
    if (this.when === 'always') this.ctx.die(message);
    this.ctx.fail(message);
  }

  /** What the command ends with. */
  status(): number {
    return this.warned.size > 0 ? this.ctx.fail('input is not in sorted order') : 0;
  }
}
