import type { GitCommand } from '../context.ts';
import { unknownOption } from '../options.ts';
import { connect, findRemote } from '../remote/connect.ts';
import { findRepository } from '../repository.ts';
import { defaultRemote } from './fetch.ts';

export const lsRemote: GitCommand = {
  name: 'ls-remote',
  async run(args, context) {
    const repo = await findRepository(context).catch((error: unknown) => {
      if (args.some((arg) => !arg.startsWith('-'))) return undefined;
      throw error;
    });
    const flags = { heads: false, tags: false, symref: false, refs: false, quiet: false };
    const names: string[] = [];
    for (const arg of args) {
      if (arg === '--heads' || arg === '-h' || arg === '--branches' || arg === '-b') flags.heads = true;
      else if (arg === '--tags' || arg === '-t') flags.tags = true;
      else if (arg === '--symref') flags.symref = true;
      else if (arg === '--refs') flags.refs = true;
      else if (arg === '-q' || arg === '--quiet') flags.quiet = true;
      else if (arg === '--exit-code') continue;
      else if (arg.startsWith('-')) throw unknownOption(arg);
      else names.push(arg);
    }
    const [given, ...patterns] = names;
    const remote = repo ? await findRemote(repo, context, given ?? (await defaultRemote(repo, context))) : { name: undefined, url: given!, refspecs: [] };
    const transport = await connect(context, remote.url, { repo, base: remote.name === undefined ? context.cwd : repo!.dir });
    const { refs, peeled, head } = await transport.list();
    if (given === undefined && !flags.quiet) context.err(`From ${remote.url}\n`);
    const shown = (ref: string): boolean => (patterns.length === 0 || patterns.some((pattern) => new RegExp(`(^|/)${pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}$`).test(ref)))
      && ((!flags.heads && !flags.tags) || (flags.heads && ref.startsWith('refs/heads/')) || (flags.tags && ref.startsWith('refs/tags/')));
    let any = false;
    const row = (oid: string, ref: string): void => {
      any = true;
      context.out(`${oid}\t${ref}\n`);
    };
    if (head && shown('HEAD') && !flags.refs) {
      if (flags.symref && head.branch !== undefined) context.out(`ref: ${head.branch}\tHEAD\n`);
      row(head.oid, 'HEAD');
    }
    for (const [ref, oid] of refs) {
      if (!shown(ref)) continue;
      row(oid, ref);
      const target = peeled.get(ref);
      if (target !== undefined && !flags.refs) row(target, `${ref}^{}`);
    }
    return !any && args.includes('--exit-code') ? 2 : 0;
  },
};
