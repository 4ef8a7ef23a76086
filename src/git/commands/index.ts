/** All commands. One more: its file, and one line here. */
import type { GitCommand } from '../context.ts';
import { add } from './add.ts';
import { apply } from './apply.ts';
import { blame } from './blame.ts';
import { branch } from './branch.ts';
import { catFile } from './cat-file.ts';
import { checkout } from './checkout.ts';
import { commit } from './commit.ts';
import { config } from './config.ts';
import { diff } from './diff.ts';
import { hashObject } from './hash-object.ts';
import { init } from './init.ts';
import { log } from './log.ts';
import { lsFiles } from './ls-files.ts';
import { mv } from './mv.ts';
import { merge } from './merge.ts';
import { reflog } from './reflog.ts';
import { reset } from './reset.ts';
import { restore } from './restore.ts';
import { revParse } from './rev-parse.ts';
import { rm } from './rm.ts';
import { show } from './show.ts';
import { stash } from './stash.ts';
import { status } from './status.ts';
import { switchCommand } from './switch.ts';

export const commands: readonly GitCommand[] = [init, status, diff, apply, add, rm, mv, restore, reset, commit, log, show, blame, branch, switchCommand, checkout, merge, reflog, stash, revParse, lsFiles, catFile, hashObject, config];
