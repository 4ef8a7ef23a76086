/** What `/proc` is made of: directories whose entries are made as they are looked up, files whose text is made as they are opened, links that lead to open files. */
import { S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { TextFile } from '../files/text-file.ts';
import type { Caller } from '../fs/caller.ts';
import { DeviceInode, DirectoryInode, type Inode } from '../fs/inode.ts';

/** Makes the inode behind a name when somebody asks for it. */
export type Maker = (caller: Caller) => Inode;

/** A directory that nobody can change. */
export class ProcDirectory extends DirectoryInode {
  private readonly makers: (caller: Caller) => Iterable<[string, Maker]>;
  private readonly find: (name: string, caller: Caller) => Maker | undefined;

  /** `find` names one entry without making all of them; without it they are searched. */
  constructor(parent: DirectoryInode, owner: { uid: number; gid: number }, makers: (caller: Caller) => Iterable<[string, Maker]>, find?: (name: string, caller: Caller) => Maker | undefined) {
    super(0o555, owner, parent);
    this.makers = makers;
    this.find = find ?? ((name, caller) => {
      for (const [other, maker] of makers(caller)) if (other === name) return maker;
      return undefined;
    });
  }

  override get size(): number {
    return 0;
  }

  override get blocks(): number {
    return 0;
  }

  override lookup(name: string, caller: Caller): Inode | undefined {
    return this.find(name, caller)?.(caller);
  }

  override *list(caller: Caller): Iterable<[string, Inode]> {
    for (const [name, maker] of this.makers(caller)) yield [name, maker(caller)];
  }

  override add(): void {
    throw new SysError(ERRNO.EACCES);
  }

  override remove(): void {
    throw new SysError(ERRNO.EPERM);
  }
}

/** A regular file of no size whose text is made at every opening. */
export class ProcFile extends DeviceInode {
  constructor(owner: { uid: number; gid: number }, text: () => string, mode = 0o444) {
    super(mode, 0, 0, (inode, _caller, flags) => new TextFile(inode, '/proc', flags, text()));
    this.mode = S.IFREG | mode;
    this.uid = owner.uid;
    this.gid = owner.gid;
  }
}
