/** Parts of the programs that are brought after their start, on request: the kernel's side of the `asset` system call. */
import { ERRNO, SysError } from '../abi/errno.ts';
import { Waiters } from './waiters.ts';

type State = { address: string } | 'asked' | 'failed';

export class Assets {
  /** Woken whenever one arrived, or will not. */
  readonly waiters = new Waiters();
  private readonly names: readonly string[];
  private readonly ask: (name: string) => void;
  private readonly states = new Map<string, State>();

  /** `names`: what may be asked for. `ask` begins to fetch one; `arrived` or `failed` must follow. */
  constructor(names: readonly string[] = [], ask: (name: string) => void = () => {}) {
    this.names = names;
    this.ask = ask;
  }

  /** Begins to fetch it unless it is there or on its way. @throws SysError ENOENT for a name that is not one of them */
  want(name: string): void {
    if (!this.names.includes(name)) throw new SysError(ERRNO.ENOENT);
    const state = this.states.get(name);
    // The network may be back: what failed once is asked for anew.
    if (state !== undefined && state !== 'failed') return;
    this.states.set(name, 'asked');
    this.ask(name);
  }

  /** Its address once it is there, undefined while it is on its way. @throws SysError EIO when it could not be fetched */
  get(name: string): string | undefined {
    const state = this.states.get(name);
    if (state === 'failed') throw new SysError(ERRNO.EIO);
    return typeof state === 'object' ? state.address : undefined;
  }

  /** Its address, when it is there. @throws SysError as `want` and `get` */
  bring(name: string): Promise<string> {
    return new Promise((done, fail) => {
      const look = (): void => {
        try {
          const address = this.get(name);
          if (address === undefined) return;
          remove();
          done(address);
        } catch (error) {
          remove();
          fail(error as Error);
        }
      };
      this.want(name);
      const remove = this.waiters.add(look);
      look();
    });
  }

  arrived(name: string, address: string): void {
    this.states.set(name, { address });
    this.waiters.wake();
  }

  failed(name: string): void {
    this.states.set(name, 'failed');
    this.waiters.wake();
  }
}
