import * as git from 'isomorphic-git';
import type { GitCommand } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { findRepository, resolveObject } from '../repository.ts';
import { byPath } from '../snapshot.ts';

export const catFile: GitCommand = {
  name: 'cat-file',
  async run(args, context) {
    const repo = await findRepository(context);
    const [what, name] = args;
    if (what === undefined || name === undefined || args.length > 2) throw new GitError('usage: git cat-file <type> <object>\n   or: git cat-file (-e | -p | -t | -s) <object>', 129);
    const object = await resolveObject(repo, name);
    const colon = name.indexOf(':');
    if (!object && colon > 0) throw fatal(`path '${name.slice(colon + 1)}' does not exist in '${name.slice(0, colon)}'`);
    if (!object) throw fatal(`Not a valid object name ${name}`);
    if (what === '-e') return 0;
    const content = (await git.readObject({ ...repo, oid: object.oid, format: 'content' })).object as Uint8Array;
    if (what === '-t') context.out(`${object.type}\n`);
    else if (what === '-s') context.out(`${content.length}\n`);
    else if (what === '-p' && object.type === 'tree') {
      const { tree } = await git.readTree({ ...repo, oid: object.oid });
      // As they stand in the tree, where a folder counts as if a slash followed its name.
      const named = (entry: (typeof tree)[number]): string => `${entry.path}${entry.type === 'tree' ? '/' : ''}`;
      for (const { mode, type, oid, path } of tree.sort((a, b) => byPath(named(a), named(b)))) context.out(`${mode.padStart(6, '0')} ${type} ${oid}\t${path}\n`);
    } else if (what === '-p' || what === object.type) context.out(content);
    else throw fatal(`git cat-file ${name}: bad file`);
    return 0;
  },
};
