/** The coreutils, one file each. */
import type { Command } from '../run/context.ts';
import { cat } from './cat.ts';
import { echo } from './echo.ts';
import { ls } from './ls.ts';
import { printf } from './printf.ts';
import { bracket, test } from './test.ts';

export const commands: readonly Command[] = [bracket, cat, echo, ls, printf, test];

/** Every name a command is called by. */
export const applets: ReadonlyMap<string, Command> = new Map(commands.flatMap((c) => [c.name, ...(c.aliases ?? [])].map((name) => [name, c] as const)));
