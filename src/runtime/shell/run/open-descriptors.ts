import type { StartMessage } from '../../abi/messages.ts';

/** The standard descriptors, and those beyond them that the process was started with, also for what it starts itself: `bash script 3>log`, `bash script <(list)`, `nice command 3>log`. */
export function openDescriptors({ fds = [] }: StartMessage): number[] {
  const handles = [0, 1, 2];
  for (const fd of fds) handles[fd] = fd;
  return handles;
}
