import type { GitCommand } from '../context.ts';
import { GitError } from '../errors.ts';
import { readIndexFile } from '../index-stages.ts';
import { unknownOption } from '../options.ts';
import { anyMatch, pathspecs } from '../pathspec.ts';
import { quotePath } from '../quote.ts';
import { findRepository } from '../repository.ts';
import { byPath, snapshotOfIndex, untrackedFiles, worktreeSnapshot } from '../snapshot.ts';
import { relativeTo } from '../status-text.ts';

const switches: Record<string, 'stage' | 'others' | 'modified' | 'deleted' | 'cached' | 'unmerged' | 'excludeStandard' | 'nul' | 'strict' | 'fullName' | 'tags' | undefined> = {
  '-s': 'stage', '--stage': 'stage', '-o': 'others', '--others': 'others', '-m': 'modified', '--modified': 'modified', '-d': 'deleted', '--deleted': 'deleted', '-c': 'cached', '--cached': 'cached',
  '-u': 'unmerged', '--unmerged': 'unmerged', '--exclude-standard': 'excludeStandard', '-z': 'nul', '--error-unmatch': 'strict', '--full-name': 'fullName', '-t': 'tags',
};

export const lsFiles: GitCommand = {
  name: 'ls-files',
  async run(args, context) {
    const on = new Set<string>();
    const given: string[] = [];
    for (const [at, arg] of args.entries()) {
      if (arg === '--') {
        given.push(...args.slice(at + 1));
        break;
      }
      if (!arg.startsWith('-')) given.push(arg);
      else for (const one of /^-[a-z]{2,}$/.test(arg) ? [...arg.slice(1)].map((letter) => `-${letter}`) : [arg]) {
        const name = switches[one];
        if (!name) throw unknownOption(one);
        on.add(name);
      }
    }
    const repo = await findRepository(context);
    const specs = pathspecs(repo, given);
    const here = (path: string): boolean => anyMatch(specs, path.replace(/\/$/, '')) && (specs.length > 0 || repo.prefix === '' || path.startsWith(`${repo.prefix}/`));
    const entries = await readIndexFile(repo);
    if (on.has('strict')) for (const spec of specs) if (!entries.some(({ path }) => spec.matches(path))) throw new GitError(`error: pathspec '${spec.given}' did not match any file(s) known to git\nDid you forget to 'git add'?`, 1);
    const end = on.has('nul') ? '\0' : '\n';
    /** A line; `-t` says by a letter what each is. */
    const show = (path: string, letter: string, fields = ''): void => {
      const name = on.has('fullName') ? path : relativeTo(repo.prefix, path);
      context.out(`${on.has('tags') ? `${letter} ` : ''}${fields}${on.has('nul') ? name : quotePath(name)}${end}`);
    };
    const index = snapshotOfIndex(repo, entries);
    if (on.has('others')) {
      const known = entries.map(({ path }) => path);
      for (const path of await untrackedFiles(repo, known, { fold: false, ignored: !on.has('excludeStandard') })) if (here(path)) show(path, '?');
    }
    const listed = on.has('cached') || on.has('stage') || on.has('unmerged') || !(on.has('others') || on.has('modified') || on.has('deleted'));
    if (listed) {
      for (const { path, mode, oid, stage } of entries) {
        if (!here(path) || (on.has('unmerged') && stage === 0)) continue;
        show(path, stage === 0 ? 'H' : 'M', on.has('stage') || on.has('unmerged') ? `${mode.toString(8).padStart(6, '0')} ${oid} ${stage}\t` : '');
      }
    }
    if (on.has('deleted') || on.has('modified')) {
      const work = await worktreeSnapshot(repo, index);
      for (const path of [...index.keys()].sort(byPath)) {
        const now = work.get(path);
        if (!here(path)) continue;
        if (on.has('deleted') && !now) show(path, 'R');
        if (on.has('modified') && (now?.oid !== index.get(path)!.oid || now.mode !== index.get(path)!.mode)) show(path, 'C');
      }
    }
    return 0;
  },
};
