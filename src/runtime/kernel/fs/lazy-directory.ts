/** A directory whose contents are brought when somebody first looks into it. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { Waiters } from '../waiters.ts';
import type { Caller } from './caller.ts';
import { DirectoryInode, type Inode } from './inode.ts';
import { NotYet } from './not-yet.ts';

export class LazyDirectory extends DirectoryInode {
  private state: 'untouched' | 'loading' | 'failed' | 'filled' = 'untouched';
  private readonly arrival = new Waiters();
  private readonly fill: (directory: LazyDirectory) => Promise<void>;

  /** `fill` adds what the directory holds with `add`; when it rejects, those who wait get EIO, and the next look tries again. */
  constructor(mode: number, parent: DirectoryInode, fill: (directory: LazyDirectory) => Promise<void>) {
    super(mode, { uid: 0, gid: 0 }, parent);
    this.fill = fill;
  }

  override lookup(name: string, caller: Caller): Inode | undefined {
    this.demand();
    return super.lookup(name, caller);
  }

  override list(caller: Caller): Iterable<[string, Inode]> {
    this.demand();
    return super.list(caller);
  }

  /** @throws SysError NotYet while it is on its way, EIO once when it could not be brought */
  private demand(): void {
    if (this.state === 'filled') return;
    if (this.state === 'failed') {
      this.state = 'untouched';
      throw new SysError(ERRNO.EIO);
    }
    if (this.state === 'untouched') {
      this.state = 'loading';
      this.fill(this).then(() => this.settle('filled'), (error: unknown) => {
        console.error('kernel: a part of the filesystem could not be loaded', error);
        this.settle('failed');
      });
    }
    throw new NotYet(this.arrival);
  }

  private settle(state: 'filled' | 'failed'): void {
    this.state = state;
    this.arrival.wake();
  }
}
