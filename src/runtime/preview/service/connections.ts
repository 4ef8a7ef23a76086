/** Connections to servers of the sandbox; those that may be used again wait a moment for the next request. */
import type { Loopback, LoopbackSocket } from '../contract.ts';

/** Below Node's own limit of five seconds, after which its server closes an idle connection. */
const IDLE_MS = 4000;
/** As many as browsers keep to one server. */
const MAX_IDLE = 6;

interface Idle { socket: LoopbackSocket; timer: ReturnType<typeof setTimeout> }

export class Connections {
  private readonly network: Loopback;
  private readonly idle = new Map<number, Idle[]>();

  constructor(network: Loopback) {
    this.network = network;
  }

  /** A connection, null when nobody listens. `fresh` leaves those that were used before alone. */
  open(port: number, fresh = false): { socket: LoopbackSocket; reused: boolean } | null {
    const waiting = this.idle.get(port);
    while (!fresh && waiting?.length) {
      const { socket, timer } = waiting.pop()!;
      clearTimeout(timer);
      socket.onReady = null;
      if (isQuiet(socket)) return { socket, reused: true };
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
    const drop = (): void => {
      clearTimeout(entry.timer);
      const at = waiting.indexOf(entry);
      if (at >= 0) waiting.splice(at, 1);
      socket.close();
    };
    const entry: Idle = { socket, timer: setTimeout(drop, IDLE_MS) };
    // The server closes it, or says something that nobody asked for.
    socket.onReady = () => {
      if (!isQuiet(socket)) drop();
    };
    waiting.push(entry);
  }

  close(): void {
    for (const waiting of this.idle.values()) {
      for (const { socket, timer } of waiting) {
        clearTimeout(timer);
        socket.close();
      }
    }
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
