/** The system call by which programs speak to whoever booted the sandbox. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Kernel } from '../types.ts';
import type { CallGroup } from './group.ts';

/** Longest detail, and how many: these come from command lines. */
const MAX_LENGTH = 8192;
const MAX_DETAILS = 300;

export function clientCalls(kernel: Pick<Kernel, 'onClientEvent'>): CallGroup<'tellClient'> {
  return {
    tellClient(_process, event, details) {
      if (!Array.isArray(details) || details.length > MAX_DETAILS || !details.every((text) => typeof text === 'string' && text.length <= MAX_LENGTH)) throw new SysError(ERRNO.EINVAL);
      if (event === 'xdg-open' && details.length === 1) kernel.onClientEvent?.('xdg-open', details[0]);
      else if (event === 'code' && (details[0] === 'open' || details[0] === 'diff')) kernel.onClientEvent?.('code', details[0], { files: files(details.slice(1)) });
      else throw new SysError(ERRNO.EINVAL);
    },
  };
}

/** The client's `CodeEventFile`s. */
function files(flat: string[]): { filepath: string; line?: number; column?: number }[] {
  const found = [];
  for (let i = 0; i + 2 < flat.length; i += 3) {
    const [filepath, line, column] = flat.slice(i, i + 3) as [string, string, string];
    found.push({ filepath, ...(line === '' ? {} : { line: Number(line) }), ...(column === '' ? {} : { column: Number(column) }) });
  }
  return found;
}
