/** Between the kernel and the preview service, which is a script of its own: what each gives the other. */
import type { ForwardErrors, KeptCookie, PageFault, PagePlace, PortCookies, PreviewScript } from './messages.ts';

export interface LoopbackSocket {
  /** Up to `max` bytes (which stay as they are only until the next call), null when nothing is there yet, 'end' at the end. @throws Error when the connection was reset */
  read(max: number): Uint8Array | null | 'end';
  /** How many bytes were taken; 0 while the other side does not read. @throws Error when nobody will read any more */
  write(bytes: Uint8Array): number;
  /** Called whenever more may be read or written. */
  onReady: (() => void) | null;
  close(): void;
}

export interface Loopback {
  /** Null when nobody listens on that port. */
  connect(port: number): LoopbackSocket | null;
  isOpen(port: number): boolean;
}

/** A fault with where it happened: what the client hands out as `preview-message`. */
export type PreviewMessage = PageFault & PagePlace & { previewId: string; port: number };

export interface PreviewEvents {
  message(message: PreviewMessage): void;
  /** All cookies with an age that a port has now. */
  cookies(port: number, cookies: KeptCookie[]): void;
}

export interface PreviewService {
  /** Serves a preview's service worker on `port`. */
  link(port: MessagePort): void;
  setScript(script: PreviewScript | null): void;
  setForward(forward: ForwardErrors): void;
  close(): void;
}

/** `kept` are cookies of an earlier sandbox. The service's script leaves this in `__tabloomPreviews`. */
export type CreatePreviewService = (network: Loopback, events: PreviewEvents, kept: PortCookies) => PreviewService;
