/** What the natives of `fs` ask of the permission model before they do anything (node_file.cc). */
import { O } from '../../abi/constants.ts';
import type { Permission } from '../runtime.ts';
import { type NodePath, textOf } from './path.ts';

/**
 * One letter for each question, in Node's order: `r` and `w` to read and write the first path, `W` to write the second, `t` to make a temporary folder, `o` what the
 * flags of `open` say. With `!` the native throws where the others tell their request.
 */
export const NEEDS: { [name: string]: string } = {
  access: 'r', stat: 'r', statfs: 'r', readdir: 'r', realpath: 'r', readlink: 'r!', open: 'o', mkdtemp: 't',
  rmdir: 'w!', mkdir: 'w!', chmod: 'w!', utimes: 'w!', lutimes: 'w!', unlink: 'w', chown: 'w', lchown: 'w',
  rename: 'rwW', link: 'rwW', copyFile: 'rW',
};

/** @throws Error `ERR_ACCESS_DENIED` */
export function permits(permission: Permission | undefined, needs: string, args: unknown[]): void {
  if (permission === undefined) return;
  for (const need of needs.replace('!', '')) {
    const path = textOf(args[need === 'W' ? 1 : 0] as NodePath);
    const flags = need === 'o' ? args[1] as number : need === 'r' ? O.RDONLY : O.WRONLY;
    const way = flags & (O.WRONLY | O.RDWR);
    if (way !== O.WRONLY) permission.demand('FileSystemRead', path);
    if (way !== O.RDONLY || (flags & (O.APPEND | O.CREAT | O.TRUNC)) !== 0) permission.demand('FileSystemWrite', need === 't' ? `${path}XXXXXX` : path);
  }
}
