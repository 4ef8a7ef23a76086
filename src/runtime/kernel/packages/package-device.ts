/**
 * `/dev/packages`: a program writes lines of JSON. For a list of `[address, integrity, path]` it reads `done` when all of them lie where they belong, or
 * why not; for `{ counted }` with such a list the same, and until then now and again a line with the number of those that lie there; for `{ builds }`, names of
 * folders, which of these builds in WebAssembly could not be had (`bringBuilds`). After each of these the file is at its end. With `id` it is a question of
 * `package-questions.ts`, of which there may be many at once.
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
import { answerTo, orderIn, type Question, questionIn } from './package-questions.ts';
import { type PackageOrder, unpackPackages } from './unpack.ts';
import { UnpackedArchives } from './unpacked-archives.ts';

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
  /** What was not read yet. */
  private readonly answers: Uint8Array[] = [];
  /** Nothing more will come. */
  private ended = false;
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
    const lines = new TextDecoder().decode(joined(this.request, this.requested)).trimEnd().split('\n');
    this.request = [];
    this.requested = 0;
    // All of them are read before one is begun: what is no request changes nothing.
    for (const request of lines.map(requestIn)) this.begin(process, request);
    return data.length;
  }

  private begin(process: Process, request: OrderRequest | BuildsRequest | Question): void {
    // In the name of the process as it is now: it may be gone before the last package has come.
    const caller: Caller = { uid: process.uid, gid: process.gid, umask: process.umask, cwd: process.cwd };
    const { vfs, fetcher, archives, stopped: { signal } } = this;
    if ('id' in request) {
      void answerTo(request, { vfs, caller, fetcher, archives, signal }).then((answer) => this.give(...answer));
      return;
    }
    if ('builds' in request) {
      void bringBuilds(vfs, request.builds).then((answer) => this.end(answer));
      return;
    }
    let placed = 0;
    if (request.counted) this.counting = setInterval(() => this.tell(`${placed}`), COUNT_MS);
    unpackPackages(vfs, caller, fetcher, archives, request.orders, signal, () => { placed++; }).then(() => this.end('done'), (error: unknown) => this.end(error instanceof Error ? error.message : String(error)));
  }

  read(_process: Process, length: number): Uint8Array | WouldBlock {
    if (this.answers.length === 0) return this.ended ? new Uint8Array(0) : WOULD_BLOCK;
    const parts: Uint8Array[] = [];
    let taken = 0;
    while (taken < length && this.answers.length > 0) {
      const first = this.answers[0]!;
      const part = first.subarray(0, length - taken);
      parts.push(part);
      taken += part.length;
      if (part.length === first.length) this.answers.shift();
      else this.answers[0] = first.subarray(part.length);
    }
    return parts.length === 1 ? parts[0]! : joined(parts, taken);
  }

  pollMask(): number {
    return POLL.OUT | (this.answers.length > 0 || this.ended ? POLL.IN : 0);
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
    if (this.answers.length === 0) this.give(new TextEncoder().encode(`${text}\n`));
  }

  private end(text: string): void {
    clearInterval(this.counting);
    this.ended = true;
    this.give(new TextEncoder().encode(`${text}\n`));
  }

  private give(...answer: Uint8Array[]): void {
    this.answers.push(...answer.filter(({ length }) => length > 0));
    this.waiters.wake();
  }
}

/** @throws SysError EINVAL */
function requestIn(text: string): OrderRequest | BuildsRequest | Question {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SysError(ERRNO.EINVAL);
  }
  const question = questionIn(value);
  if (question) return question;
  const { counted, builds } = (value ?? {}) as { counted?: unknown; builds?: unknown };
  if (Array.isArray(builds) && builds.every((name): name is string => typeof name === 'string' && /^[^/]+@[^/]+$/.test(name))) return { builds };
  const list: unknown = counted ?? value;
  if (!Array.isArray(list)) throw new SysError(ERRNO.EINVAL);
  const orders = list.map((order: unknown): PackageOrder => {
    const read = orderIn(order);
    if (!read) throw new SysError(ERRNO.EINVAL);
    return read;
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
