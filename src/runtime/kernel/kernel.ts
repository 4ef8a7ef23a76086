/** One sandbox's kernel: filesystem, processes, terminals, network and the loop that answers system calls, put together. */
import { SIG } from '../abi/constants.ts';
import { ERRNO, SysError } from '../abi/errno.ts';
import { createDoorbell, type HandlerTable } from '../abi/mailbox.ts';
import type { ProgramKind } from '../abi/messages.ts';
import type { Winsize } from '../abi/syscalls.ts';
import { Assets } from './assets.ts';
import { addDevices } from './fs/devices.ts';
import { Vfs } from './fs/vfs.ts';
import { installImage } from './image.ts';
import { MailboxServer } from './mailbox-server.ts';
import { Datagrams } from './net/datagrams.ts';
import { type Measure, MemoryMeter } from './memory-meter.ts';
import { Network } from './net/network.ts';
import { Outside } from './outside/outside.ts';
import type { OutsideSettings } from './outside/outside-connection.ts';
import { addPackageDevice } from './packages/package-device.ts';
import { installSubstitutes } from './packages/substitute-store.ts';
import { installNpm } from './packs/npm.ts';
import { isOrphaned } from './process/job-control.ts';
import { WorkerPool } from './process/pool.ts';
import { ProcessRecord } from './process/process-record.ts';
import { ThreadRecord } from './process/thread-record.ts';
import { addProc } from './proc/proc.ts';
import { ProcessTable } from './process/process-table.ts';
import type { WorkerLike } from './process/seat.ts';
import { createSyscalls } from './syscalls/index.ts';
import { Pty } from './tty/pty.ts';
import type { Kernel, OpenFile, Process } from './types.ts';

/** Workers started ahead: an interactive pipeline takes several shells at once, programs under node mostly one or two. */
const AHEAD: Record<ProgramKind, number> = { node: 2, shell: 3 };

export interface KernelOptions {
  /** `slot` tells workers apart in what the browser measures. */
  createWorker(kind: ProgramKind, slot: number): WorkerLike;
  /** Parts that programs ask for after their start; default: there are none. */
  assets?: Assets;
  /** Whether the program of this kind is there; default: always. See `programArrived`. */
  isLoaded?(kind: ProgramKind): boolean;
  /** Asks again for a program that could not be fetched; default: nobody does. */
  fetchAgain?(kind: ProgramKind): void;
  ahead?: Record<ProgramKind, number>;
  /** Has the browser measure the workers' memory; default: it measures nothing. */
  measureMemory?: Measure;
  /** How requests leave the sandbox; default: with the browser's `fetch`, directly. */
  outside?: Partial<OutsideSettings>;
}

export class SandboxKernel implements Kernel {
  readonly vfs = new Vfs();
  readonly network = new Network();
  readonly datagrams = new Datagrams();
  readonly outside: Outside;
  readonly assets: Assets;
  readonly table: ProcessTable;
  readonly syscalls: HandlerTable<Process>;
  onClientEvent: ((event: string, ...args: unknown[]) => void) | null = null;
  private readonly server: MailboxServer;
  private readonly pool: WorkerPool;
  readonly memory: MemoryMeter;
  private terminals = 0;

  constructor({ createWorker, assets = new Assets(), isLoaded = () => true, fetchAgain, ahead = AHEAD, outside = {}, measureMemory = async () => [] }: KernelOptions) {
    this.memory = new MemoryMeter(measureMemory);
    this.outside = new Outside({ fetcher: (url, init, proxy) => fetch((proxy ?? '') + url, init), securePage: false, proxy: null, ...outside });
    this.network.outside = this.outside;
    this.assets = assets;
    const doorbell = createDoorbell();
    this.pool = new WorkerPool({ create: createWorker, isLoaded, doorbell, ahead, ...(fetchAgain ? { fetchAgain } : {}) });
    this.table = new ProcessTable(this.vfs, this.pool, {
      onStart: (process) => this.server.attach(process),
      onEnd: (process) => this.server.detach(process.slot),
      onContinue: (process) => this.server.continue(process),
    });
    installImage(this.vfs);
    installNpm(this.vfs, assets);
    installSubstitutes(this.vfs, this.outside.settings.fetcher);
    addDevices(this.vfs, (caller, flags) => this.openControllingTerminal(caller, flags));
    addPackageDevice(this.vfs, this.outside.settings.fetcher);
    addProc(this.vfs, this.table);
    this.syscalls = createSyscalls(this);
    this.server = new MailboxServer(doorbell, this.syscalls);
    this.server.start();
  }

  /** The program that was missing at the start is there now, or, with a text, will not come: processes that wait for it then end with it. */
  programArrived(failed?: string): void {
    this.pool.programArrived(failed);
  }

  get processes(): ReadonlyMap<number, ProcessRecord> {
    return this.table.processes;
  }

  busyMs(process: Process): number {
    return this.server.busyMs(process);
  }

  signal(process: Process, signal: number): void {
    this.table.signal(this.table.record(process), signal);
  }

  /** A new pseudo-terminal; it becomes the controlling terminal of the session that is started on it. */
  createTerminal(size: Winsize): Pty {
    return new Pty(this.terminals++, size, {
      signalGroup: (pgid, signal) => this.table.signalGroup(pgid, signal),
      groupInSession: (pgid, sid) => this.table.groupInSession(pgid, sid),
      isOrphaned: (pgid) => isOrphaned(this.table, pgid),
    });
  }

  openControllingTerminal(caller: object, flags: number): OpenFile {
    const process = caller instanceof ThreadRecord ? caller.owner : caller;
    const terminal = process instanceof ProcessRecord ? process.session.terminal : null;
    if (!terminal) throw new SysError(ERRNO.ENXIO);
    return terminal.openSlave(flags);
  }

  /** SIGTERM or another signal to a session, its leader first: what a closed terminal window ends. Stopped members are continued, or they would never hear of it. */
  signalSession(sid: number, signal: number = SIG.TERM): void {
    const members = [...this.table.processes.values()].filter((process) => process.alive && process.sid === sid);
    members.sort((a, b) => Number(b.pid === sid) - Number(a.pid === sid));
    for (const member of members) this.table.signal(member, signal);
    for (const member of members) this.table.signal(member, SIG.CONT);
  }

  /** Ends all processes. The kernel cannot be used afterwards. */
  close(): void {
    this.table.close();
    this.server.stop();
  }
}
