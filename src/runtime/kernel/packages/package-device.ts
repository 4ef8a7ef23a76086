/**
 * `/dev/packages`: a program writes a line of JSON. For a list of `[address, integrity, path]` it reads `done` when all of them lie where they belong, or
 * why not; for `{ counted }` with such a list the same, and until then now and again a line with the number of those that lie there; for
 * `{ kept, accept }`, an address and what it is asked for as, what is kept of it (`keptPackage`); for `{ builds }`, names of folders, which of these builds
 * in WebAssembly could not be had (`bringBuilds`).
 */
import { O, POLL } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import type { Caller } from '../fs/caller.ts';
import { DeviceInode } from '../fs/inode.ts';
import type { Vfs } from '../fs/vfs.ts';
import type { Fetcher } from '../outside/fetch-exchange.ts';
import { type OpenFile, type Process, WOULD_BLOCK, type WouldBlock } from '../types.ts';
import { Waiters } from '../waiters.ts';
import { bringBuilds } from './builds-ahead.ts';
import { keptPackage } from './kept-package.ts';
import { type PackageOrder, unpackPackages } from './unpack.ts';
import { UnpackedArchives } from './unpacked-archives.ts';

interface KeptRequest { kept: string; accept: string }
interface BuildsRequest { builds: string[] }
interface OrderRequest { orders: PackageOrder[]; counted: boolean }

const MAX_REQUEST = 32 * 1024 * 1024;
const NEWLINE = 10;
/** How often a number is told: by the clock, so that it says that something is still going on, and costs the packages nothing. */
const COUNT_MS = 100;

/** Adds it to `/dev`, which must be there. */
export function addPackageDevice(vfs: Vfs, fetcher: Fetcher): void {
  const archives = new UnpackedArchives();
  vfs.lookupDirectory(vfs.kernel, '/dev').add('packages', new DeviceInode(0o666, 10, 200, (inode, _caller, flags) => new PackageFile(inode, flags, vfs, fetcher, archives)));
}

class PackageFile implements OpenFile {
  readonly kind = 'device';
  readonly path = '/dev/packages';
  readonly waiters = new Waiters();
  readonly inode: DeviceInode;
  refs = 1;
  flags: number;
  private readonly vfs: Vfs;
  private readonly fetcher: Fetcher;
  private readonly archives: UnpackedArchives;
  private readonly stopped = new AbortController();
  private request: Uint8Array[] = [];
  private requested = 0;
  /** What was not read yet. Null: there is nothing, but there will be. */
  private answer: Uint8Array | null = null;
  private answered = false;
  private counting: ReturnType<typeof setInterval> | undefined;

  constructor(inode: DeviceInode, flags: number, vfs: Vfs, fetcher: Fetcher, archives: UnpackedArchives) {
    this.inode = inode;
    this.flags = flags;
    this.vfs = vfs;
    this.fetcher = fetcher;
    this.archives = archives;
  }

  /** @throws SysError EINVAL for what is no request, EFBIG for a too long one */
  write(process: Process, data: Uint8Array): number {
    if ((this.flags & O.ACCMODE) === O.RDONLY) throw new SysError(ERRNO.EBADF);
    this.requested += data.length;
    if (this.requested > MAX_REQUEST) throw new SysError(ERRNO.EFBIG);
    this.request.push(data.slice());
    if (data.at(-1) !== NEWLINE) return data.length;
    const text = new TextDecoder().decode(joined(this.request, this.requested));
    this.request = [];
    this.requested = 0;
    const request = requestIn(text);
    if ('kept' in request) {
      keptPackage(this.fetcher, request.kept, request.accept).then((answer) => this.reply(answer), () => this.replyText('null'));
      return data.length;
    }
    if ('builds' in request) {
      void bringBuilds(this.vfs, request.builds).then((answer) => this.replyText(answer));
      return data.length;
    }
    // In the name of the process as it is now: it may be gone before the last package has come.
    const caller: Caller = { uid: process.uid, gid: process.gid, umask: process.umask, cwd: process.cwd };
    let placed = 0;
    if (request.counted) this.counting = setInterval(() => this.tell(`${placed}`), COUNT_MS);
    unpackPackages(this.vfs, caller, this.fetcher, this.archives, request.orders, this.stopped.signal, () => { placed++; }).then(() => this.replyText('done'), (error: unknown) => this.replyText(error instanceof Error ? error.message : String(error)));
    return data.length;
  }

  read(_process: Process, length: number): Uint8Array | WouldBlock {
    if (this.answer === null) return WOULD_BLOCK;
    const part = this.answer.subarray(0, length);
    const rest = this.answer.subarray(part.length);
    this.answer = rest.length > 0 || this.answered ? rest : null;
    return part;
  }

  pollMask(): number {
    return POLL.OUT | (this.answer === null ? 0 : POLL.IN);
  }

  stat(): StatFields {
    return this.inode.stat();
  }

  close(): void {
    clearInterval(this.counting);
    this.stopped.abort();
  }

  /** A line before the answer. One that nobody has read yet is enough. */
  private tell(text: string): void {
    if (this.answer !== null) return;
    this.answer = new TextEncoder().encode(`${text}\n`);
    this.waiters.wake();
  }

  private replyText(text: string): void {
    this.reply(new TextEncoder().encode(`${text}\n`));
  }

  private reply(answer: Uint8Array): void {
    clearInterval(this.counting);
    this.answer = this.answer === null ? answer : joined([this.answer, answer], this.answer.length + answer.length);
    this.answered = true;
    this.waiters.wake();
  }
}

/** @throws SysError EINVAL */
function requestIn(text: string): OrderRequest | KeptRequest | BuildsRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SysError(ERRNO.EINVAL);
  }
  const { kept, accept, counted, builds } = (value ?? {}) as { kept?: unknown; accept?: unknown; counted?: unknown; builds?: unknown };
  if (Array.isArray(builds) && builds.every((name): name is string => typeof name === 'string' && /^[^/]+@[^/]+$/.test(name))) return { builds };
  const list: unknown = counted ?? value;
  if (!Array.isArray(list)) {
    if (typeof kept !== 'string' || typeof accept !== 'string') throw new SysError(ERRNO.EINVAL);
    return { kept, accept };
  }
  const orders = list.map((order: unknown): PackageOrder => {
    const [url, integrity, path] = Array.isArray(order) ? order as unknown[] : [];
    if (typeof url !== 'string' || !/^https?:\/\//.test(url) || typeof integrity !== 'string' || typeof path !== 'string' || !/^\/[^/]/.test(path)) throw new SysError(ERRNO.EINVAL);
    return [url, integrity, path];
  });
  return { orders, counted: counted !== undefined };
}

function joined(parts: Uint8Array[], length: number): Uint8Array {
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
