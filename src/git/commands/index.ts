/** All commands. One more: its file, and one line here. */
import type { GitCommand } from '../context.ts';
import { add } from './add.ts';
import { branch } from './branch.ts';
import { commit } from './commit.ts';
import { config } from './config.ts';
import { diff } from './diff.ts';
import { init } from './init.ts';
import { log } from './log.ts';
import { revParse } from './rev-parse.ts';
import { show } from './show.ts';
import { status } from './status.ts';

export const commands: readonly GitCommand[] = [init, status, diff, add, commit, log, show, branch, revParse, config];
