import * as git from 'isomorphic-git';
import type { GitCommand } from '../context.ts';
import { fatal } from '../errors.ts';
import { unknownOption } from '../options.ts';
import { findRepository } from '../repository.ts';
import { blobId } from '../snapshot.ts';

export const hashObject: GitCommand = {
  name: 'hash-object',
  async run(args, context) {
    let write = false;
    const contents: (() => Promise<Uint8Array>)[] = [];
    for (const arg of args) {
      if (arg === '-w') write = true;
      else if (arg === '--stdin') contents.push(async () => (context.readInput ? context.readInput() : new Uint8Array()));
      else if (arg === '--no-filters' || arg === '--') continue;
      else if (arg.startsWith('-')) throw unknownOption(arg);
      else {
        contents.push(() => context.fs.promises.readFile(arg.startsWith('/') ? arg : `${context.cwd}/${arg}`).catch(() => {
          throw fatal(`could not open '${arg}' for reading: No such file or directory`);
        }));
      }
    }
    for (const read of contents) {
      const content = await read();
      context.out(`${write ? await git.writeBlob({ ...(await findRepository(context)), blob: content }) : blobId(content)}\n`);
    }
    return 0;
  },
};
