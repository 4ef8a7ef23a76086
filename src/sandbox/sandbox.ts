/** The sandbox as the rest of the app sees it: what we use of the official client, and the tool host inside. */
import type { FileSystemAPI, FileSystemTree, PreviewMessage, SpawnOptions, WebContainerProcess } from '@webcontainer/api';
import type { HostCallOptions, HostOperation, HostParams, HostResult } from '../host/protocol.ts';

export type SandboxProcess = WebContainerProcess;

/** The part of the official client that tools and the page rely on; both engines and the tests' native stand-in have it. */
export interface Engine {
  /** Absolute path of the project inside the sandbox. */
  readonly workdir: string;
  readonly path: string;
  /** Paths are relative to `workdir`; `/x` means `workdir/x`. */
  readonly fs: FileSystemAPI;
  spawn(command: string, args: string[], options?: SpawnOptions): Promise<SandboxProcess>;
  mount(tree: FileSystemTree | Uint8Array, options?: { mountPoint?: string }): Promise<void>;
  /** A folder as a tree, links included, which `fs` cannot tell; or as a binary snapshot, with permission bits where the engine keeps them. */
  export?: {
    (path: string, options: { format: 'json'; excludes?: string[] }): Promise<FileSystemTree>;
    (path: string, options: { format: 'binary'; excludes?: string[] }): Promise<Uint8Array>;
  };
  on(event: 'server-ready', listener: (port: number, url: string) => void): () => void;
  on(event: 'port', listener: (port: number, type: 'open' | 'close', url: string) => void): () => void;
  /** A fault in a previewed page: an uncaught error, an unhandled rejection, or `console.error`. */
  on(event: 'preview-message', listener: (message: PreviewMessage) => void): () => void;
  /** A program asks to show an address or a file (`xdg-open`). */
  on(event: 'xdg-open', listener: (text: string) => void): () => void;
  /** A program asks to edit files (`code`). */
  on(event: 'code', listener: (type: 'open' | 'diff', event: { files: { filepath: string; line?: number; column?: number }[] }) => void): () => void;
  on(event: 'error', listener: (error: { message: string }) => void): () => void;
  teardown(): void;
}

/** The tool host: one process inside the sandbox that does file work in bulk and runs commands with separate streams. */
export interface ToolHost {
  /**
   * One operation. A fired signal kills what the operation started, tree and all.
   * @throws AppError with the operation's code (`not_found`, `binary`, `too_large`, `ambiguous_match` ...), `aborted`, or `host_exited`.
   */
  call<O extends HostOperation>(operation: O, params: HostParams<O>, options?: HostCallOptions): Promise<HostResult<O>>;
}

export interface Sandbox extends Engine {
  readonly host: ToolHost;
  /** Environment that terminals should start with, so that `git` is on their PATH. */
  readonly env: { PATH: string; HISTFILE: string };
  /** How often it was started anew under this object, because the tab that ran it is gone: it has the files as they were last stored since then, and no program of before. */
  readonly restarts?: number;
}
