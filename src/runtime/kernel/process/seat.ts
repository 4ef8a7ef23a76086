/** One worker, from the promise of it to its end. */
import { createMailboxBuffer, MailboxPeer } from '../../abi/mailbox.ts';
import type { KernelToProcess, ProcessToKernel, ProgramKind, StartMessage } from '../../abi/messages.ts';

/** As much of `Worker` as the kernel uses; tests put something else in its place. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** What a worker is made with. */
export interface WorkerOptions {
  /** Creates a worker running the program. */
  create(kind: ProgramKind, slot: number): WorkerLike;
  doorbell: SharedArrayBuffer;
}

/** A worker that is waited for and does not report within this time has failed. */
const BOOT_MS = 30_000;

/** Characters of a worker's last words that are passed on. */
const MAX_REPORT = 64 * 1024;

/** One worker, from its creation to its end. It becomes one process at most. */
export class Seat {
  readonly kind: ProgramKind;
  readonly slot: number;
  /** It becomes a further thread of a process. */
  private readonly thread: boolean;
  readonly peer: MailboxPeer;
  /** Told when the program failed to boot or threw outside of any handler of its own; set by whoever takes the seat. */
  onCrash: ((text: string) => void) | null = null;
  onReady: (() => void) | null = null;
  /** Told what the worker posts beside its messages to other threads. */
  onNatives: ((items: unknown[]) => void) | null = null;
  ended = false;
  ready = false;
  /** Held back until the worker is ready. */
  private held: KernelToProcess[] = [];
  private bootTimer: ReturnType<typeof setTimeout> | undefined;
  private worker: WorkerLike | null = null;

  constructor(kind: ProgramKind, slot: number, thread = false) {
    this.kind = kind;
    this.slot = slot;
    this.thread = thread;
    this.peer = new MailboxPeer(createMailboxBuffer());
  }

  /** Makes the worker. Messages sent before are held until it is ready. */
  boot({ create, doorbell }: WorkerOptions): void {
    if (this.ended) return;
    const worker = create(this.kind, this.slot);
    this.worker = worker;
    worker.onmessage = ({ data }) => this.receive(data as ProcessToKernel);
    worker.onerror = (event) => {
      // Otherwise the same error would surface again as the kernel's own.
      event.preventDefault();
      const place = event.filename ? ` (${event.lineno}:${event.colno})` : '';
      this.crash(`${event.message || 'the program could not be loaded'}${place}`);
    };
    worker.postMessage({ t: 'init', mailbox: { mailbox: this.peer.buffer as SharedArrayBuffer, doorbell, slot: this.slot }, thread: this.thread });
    this.watchBoot();
  }

  post(message: KernelToProcess): void {
    if (this.ended) return;
    if (this.ready) this.worker!.postMessage(message);
    else this.held.push(message);
  }

  start(message: StartMessage): void {
    this.post(message);
    this.watchBoot();
  }

  /** The clock runs from the moment that there is a worker and somebody waits for it: loading may take as long as the network does. */
  private watchBoot(): void {
    if (this.ready || !this.worker || !this.held.some((message) => message.t === 'start')) return;
    clearTimeout(this.bootTimer);
    this.bootTimer = setTimeout(() => this.crash(`the program ${this.kind} did not start within ${BOOT_MS / 1000} s`), BOOT_MS);
  }

  /** Ends the worker at once. Its mailbox is never answered again and never reused. */
  end(): void {
    this.ended = true;
    this.held = [];
    clearTimeout(this.bootTimer);
    this.peer.revoked = true;
    if (!this.worker) return;
    this.worker.onmessage = null;
    this.worker.onerror = null;
    this.worker.terminate();
  }

  private receive(message: ProcessToKernel | null): void {
    if (this.ended || message === null || typeof message !== 'object') return;
    if (message.t === 'ready' && !this.ready) {
      this.ready = true;
      clearTimeout(this.bootTimer);
      this.onReady?.();
      for (const held of this.held) this.worker!.postMessage(held);
      this.held = [];
    } else if (message.t === 'natives' && Array.isArray(message.items)) this.onNatives?.(message.items);
    else if (message.t === 'crash' && typeof message.text === 'string') this.crash(message.text.slice(0, MAX_REPORT));
  }

  /** Reports that it failed to whoever took it. */
  crash(text: string): void {
    if (!this.ended) this.onCrash?.(text);
  }
}
