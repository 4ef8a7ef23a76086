import * as git from 'isomorphic-git';
import { joinPath, normalizePath } from '../../shared/path.ts';
import { Config } from '../config.ts';
import type { GitCommand } from '../context.ts';
import { GitError } from '../errors.ts';

/** `--bare`: a place to push to and to clone from; no other command of this git works inside of it. */
export const init: GitCommand = {
  name: 'init',
  async run(args, context) {
    let quiet = false;
    let bare = false;
    let branch: string | undefined;
    const folders: string[] = [];
    for (let at = 0; at < args.length; at++) {
      const arg = args[at]!;
      if (arg === '-q' || arg === '--quiet') quiet = true;
      else if (arg === '--bare') bare = true;
      else if (arg === '-b' || arg === '--initial-branch') branch = args[++at];
      else if (arg.startsWith('--initial-branch=')) branch = arg.slice('--initial-branch='.length);
      else if (arg.startsWith('-')) throw new GitError(`error: unknown option \`${arg.replace(/^-+/, '')}'`, 129);
      else folders.push(arg);
    }
    const dir = folders[0] === undefined ? context.cwd : folders[0].startsWith('/') ? normalizePath(folders[0]) : joinPath(context.cwd, folders[0]);
    const gitdir = bare ? dir : joinPath(dir, '.git');
    const existed = await context.fs.promises.stat(`${gitdir}/HEAD`).then(() => true, () => false);
    if (!existed) {
      await context.fs.promises.mkdir(dir, { recursive: true });
      branch ??= (await new Config(context, undefined).get('init.defaultBranch')) ?? 'main';
      await git.init({ fs: context.fs, dir, ...(bare ? { gitdir, bare } : {}), defaultBranch: branch });
      // What this app keeps in the folder is no part of the project, whatever its .gitignore says.
      await context.fs.promises.mkdir(`${gitdir}/info`, { recursive: true });
      await context.fs.promises.writeFile(`${gitdir}/info/exclude`, bare ? '' : '/.tabloom/\n');
    }
    if (!quiet) context.out(`${existed ? 'Reinitialized existing' : 'Initialized empty'} Git repository in ${gitdir}/\n`);
    return 0;
  },
};
