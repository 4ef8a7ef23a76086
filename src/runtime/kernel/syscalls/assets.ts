/** The system call by which a program gets parts of itself. */
import { block } from '../block.ts';
import { type Kernel, WOULD_BLOCK } from '../types.ts';
import { pathArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

export function assetCalls({ assets }: Pick<Kernel, 'assets'>): CallGroup<'asset'> {
  return {
    asset(process, name) {
      assets.want(pathArgument(name));
      return block(process, [assets.waiters], () => assets.get(name) ?? WOULD_BLOCK);
    },
  };
}
