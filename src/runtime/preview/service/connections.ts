/** Connections to servers of the sandbox; those that may be used again wait a moment for the next request. */
import type { Loopback, LoopbackSocket } from '../contract.ts';

/** Below Node's own limit of five seconds, after which its server closes an idle connection. */
const IDLE_MS = 4000;
/** A page asks for many things at once, and a connection that is made anew costs the server a third of a small request. */
const MAX_IDLE = 32;

interface Idle { socket: LoopbackSocket; sinceMs: number }

export class Connections {
  private readonly network: Loopback;
  /** By port; those that wait longest come first. */
  private readonly idle = new Map<number, Idle[]>();
  /** One for all: a timer for each request would cost more than the rest of this. */
  private sweeper: ReturnType<typeof setTimeout> | undefined;

  constructor(network: Loopback) {
    this.network = network;
  }

  /** A connection, null when nobody listens. `fresh` leaves those that were used before alone. */
  open(port: number, fresh = false): { socket: LoopbackSocket; reused: boolean } | null {
    const waiting = this.idle.get(port);
    while (!fresh && waiting?.length) {
      const { socket, sinceMs } = waiting.pop()!;
      socket.onReady = null;
      // The sweep comes late where the kernel is busy.
      if (performance.now() - sinceMs < IDLE_MS && isQuiet(socket)) return { socket, reused: true };
      socket.close();
    }
    const socket = this.network.connect(port);
    return socket && { socket, reused: false };
  }

  /** Gives back one whose exchange is complete. */
  keep(port: number, socket: LoopbackSocket): void {
    const waiting = this.idle.get(port) ?? [];
    this.idle.set(port, waiting);
    if (waiting.length >= MAX_IDLE || !isQuiet(socket)) return socket.close();
    const entry: Idle = { socket, sinceMs: performance.now() };
    // The server closes it, or says something that nobody asked for.
    socket.onReady = () => {
      if (isQuiet(socket)) return;
      const at = waiting.indexOf(entry);
      if (at >= 0) waiting.splice(at, 1);
      socket.close();
    };
    waiting.push(entry);
    this.sweeper ??= setTimeout(() => this.sweep(), IDLE_MS);
  }

  /** Closes those that waited long enough, and comes back when the next has. */
  private sweep(): void {
    this.sweeper = undefined;
    const now = performance.now();
    let oldest = Infinity;
    for (const [port, waiting] of this.idle) {
      while (waiting.length > 0 && now - waiting[0]!.sinceMs >= IDLE_MS) waiting.shift()!.socket.close();
      if (waiting.length === 0) this.idle.delete(port);
      else oldest = Math.min(oldest, waiting[0]!.sinceMs);
    }
    if (oldest !== Infinity) this.sweeper = setTimeout(() => this.sweep(), oldest + IDLE_MS - now);
  }

  close(): void {
    for (const waiting of this.idle.values()) {
      for (const { socket } of waiting) socket.close();
    }
    clearTimeout(this.sweeper);
    this.sweeper = undefined;
    this.idle.clear();
  }
}

/** Open, and nothing to read. */
function isQuiet(socket: LoopbackSocket): boolean {
  try {
    return socket.read(1) === null;
  } catch {
    return false;
  }
}
