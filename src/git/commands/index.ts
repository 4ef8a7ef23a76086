/** All commands. One more: its file, and one line here. */
import type { GitCommand } from '../context.ts';
import { add } from './add.ts';
import { apply } from './apply.ts';
import { blame } from './blame.ts';
import { branch } from './branch.ts';
import { catFile } from './cat-file.ts';
import { bundle } from './bundle.ts';
import { checkout } from './checkout.ts';
import { clean } from './clean.ts';
import { clone } from './clone.ts';
import { commit } from './commit.ts';
import { config } from './config.ts';
import { diff } from './diff.ts';
import { hashObject } from './hash-object.ts';
import { fetchCommand } from './fetch.ts';
import { init } from './init.ts';
import { log } from './log.ts';
import { lsFiles } from './ls-files.ts';
import { mv } from './mv.ts';
import { lsRemote } from './ls-remote.ts';
import { merge } from './merge.ts';
import { cherryPick, revert } from './pick.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { rebase } from './rebase.ts';
import { reflog } from './reflog.ts';
import { remote } from './remote.ts';
import { reset } from './reset.ts';
import { restore } from './restore.ts';
import { revParse } from './rev-parse.ts';
import { rm } from './rm.ts';
import { show } from './show.ts';
import { stash } from './stash.ts';
import { status } from './status.ts';
import { switchCommand } from './switch.ts';
import { tag } from './tag.ts';

/** Each with its reason; they are not among those that the help lists. */
export { refused } from './refused.ts';

export const commands: readonly GitCommand[] = [init, status, diff, apply, add, rm, mv, clean, restore, reset, commit, log, show, blame, branch, switchCommand, checkout, merge, cherryPick, revert, rebase, reflog, stash, tag, remote, clone, fetchCommand, pull, push, lsRemote, bundle, revParse, lsFiles, catFile, hashObject, config];
