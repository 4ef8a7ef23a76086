import type { GitCommand } from '../context.ts';
import { fatal } from '../errors.ts';
import { unknownOption } from '../options.ts';
import { readReflog } from '../reflog.ts';
import { findRepository, resolveOrUndefined, shortOid } from '../repository.ts';

/** `git reflog [show] [<ref>]`, newest first. */
export const reflog: GitCommand = {
  name: 'reflog',
  async run(args, context) {
    const repo = await findRepository(context);
    let limit = Infinity;
    const names: string[] = [];
    for (let at = 0; at < args.length; at++) {
      const arg = args[at]!;
      if (arg === '-n') limit = Number(args[++at]);
      else if (/^-\d+$/.test(arg)) limit = Number(arg.slice(1));
      else if (/^-n\d+$/.test(arg)) limit = Number(arg.slice(2));
      else if (arg.startsWith('-')) throw unknownOption(arg);
      else if (arg !== 'show' || names.length > 0) names.push(arg);
    }
    const [name = 'HEAD'] = names;
    const refs = name === 'HEAD' ? ['HEAD'] : [name, `refs/${name}`, `refs/heads/${name}`, `refs/remotes/${name}`];
    for (const ref of refs) {
      const entries = (await readReflog(repo, ref)).reverse();
      if (entries.length === 0) continue;
      for (const [at, entry] of entries.slice(0, limit).entries()) context.out(`${await shortOid(repo, entry.after)} ${name}@{${at}}: ${entry.message}\n`);
      return 0;
    }
    if ((await resolveOrUndefined(repo, name)) !== undefined) return 0;
    throw fatal(name === 'HEAD' ? 'your current branch does not have any commits yet' : `ambiguous argument '${name}': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`);
  },
};
