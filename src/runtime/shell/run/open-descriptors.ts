import { SysError } from '../../abi/errno.ts';
import type { Sys } from '../../abi/syscalls.ts';

/** The standard descriptors, and those beyond them that the process was started with, also for what it starts itself: `bash script 3>log`, `bash script <(list)`, `nice command 3>log`. */
export function openDescriptors(sys: Sys): number[] {
  const handles = [0, 1, 2];
  for (const [name] of sys.readdir('/dev/fd')) {
    const fd = Number(name);
    if (fd < 3) continue;
    try {
      sys.fstat(fd);
      handles[fd] = fd;
    } catch (e) {
      // That of the folder itself, which is closed by now.
      if (!(e instanceof SysError)) throw e;
    }
  }
  return handles;
}
