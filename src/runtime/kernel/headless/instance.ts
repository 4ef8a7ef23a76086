/** What the client's `build` gives: one booted sandbox, served with Comlink. */
import { proxy, transfer } from 'comlink';
import type { BuildOptions, SandboxConfig } from '../../frames/messages.ts';
import { kernelCaller } from '../fs/caller.ts';
import { mkdirp } from '../fs/create.ts';
import { exportTree, loadTree, type TreeDirectory } from '../fs/tree.ts';
import { HOME } from '../image.ts';
import type { SandboxKernel } from '../kernel.ts';
import { DEFAULT_PATH } from '../process/executable.ts';
import { USER_ID } from '../types.ts';
import { type ClientProcess, runForClient, type RunRequest } from './client-process.ts';
import { ApiError, fsError, invalidArgument, notSupported } from './errors.ts';
import { ClientEvents, type Listener, releaseListener } from './events.ts';
import { type ClientFs, createClientFs } from './fs-api.ts';
import type { OutputListener } from './output-pump.ts';
import { clientPath } from './paths.ts';

/** Longest wait at teardown for the client to take the output and exits of what was ended. */
const TEARDOWN_GRACE_MS = 500;

interface SerializeOptions { format?: string; includes?: string[]; excludes?: string[] }

export interface Instance {
  fs(): ClientFs;
  previewScript(): null;
  runtimeInfo(): { path: string; cwd: string };
  loadFiles(payload: Uint8Array, options?: { mountPoints?: string }): void;
  serialize(path: string, options?: SerializeOptions): Uint8Array;
  on(event: string, listener: Listener): () => void;
  run(request: RunRequest, stdout?: OutputListener, stderr?: OutputListener, output?: OutputListener): ClientProcess;
  setPreviewScript(): never;
  setCredentials(): never;
  teardown(): Promise<void>;
}

/** Makes the working directory and the client's view of the kernel. `onDown` is called after a teardown was answered. */
export function createInstance(kernel: SandboxKernel, config: SandboxConfig, { workdirName = 'project' }: BuildOptions, onDown: () => void): Instance {
  if (typeof workdirName !== 'string' || workdirName === '' || workdirName === '.' || workdirName === '..' || /[/\0]/.test(workdirName)) throw invalidArgument('workdirName', 'a valid folder name');
  const { vfs } = kernel;
  const workdir = `${HOME}/${workdirName}`;
  const user = kernelCaller(vfs.root, { uid: USER_ID, gid: USER_ID });
  mkdirp(vfs, user, workdir);
  const events = new ClientEvents();
  const running = new Set<Promise<unknown>>();
  let down = false;

  kernel.network.onPort = (port, event) => {
    const url = config.previewUrl.replace('{port}', String(port));
    events.emit('port', port, event, url);
    if (event === 'open') events.emit('server-ready', port, url);
  };
  const report = (error: unknown): void => events.emit('error', { message: error instanceof Error ? error.message : String(error) });
  addEventListener('error', (event) => report(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => report(event.reason));

  const alive = (): void => {
    if (down) throw new ApiError('ERR_TORN_DOWN', 'the sandbox was torn down');
  };

  return {
    fs: () => createClientFs(vfs, workdir),
    previewScript: () => null,
    runtimeInfo: () => ({ path: DEFAULT_PATH, cwd: workdir }),

    loadFiles(payload, { mountPoints } = {}) {
      alive();
      const point = mountPoints ?? '/';
      const target = clientPath(workdir, point);
      try {
        vfs.lookupDirectory(user, target);
        loadTree(vfs, user, parseTree(payload), target);
      } catch (error) {
        throw fsError(error, 'mount', point);
      }
    },

    serialize(path, { format = 'json', includes, excludes } = {}) {
      alive();
      if (format !== 'json') throw notSupported(`export in the format '${format}'`);
      try {
        const tree = exportTree(vfs, user, clientPath(workdir, path), { ...(includes ? { includes } : {}), ...(excludes ? { excludes } : {}) });
        const bytes = new TextEncoder().encode(JSON.stringify(tree));
        return transfer(bytes, [bytes.buffer]);
      } catch (error) {
        throw fsError(error, 'export', path);
      }
    },

    on: (event, listener) => proxy(events.on(event, listener)),

    run(request, stdout, stderr, output) {
      const releaseAll = (): void => {
        for (const listener of [stdout, stderr, output]) releaseListener(listener);
      };
      let process: ClientProcess;
      try {
        alive();
        process = runForClient(kernel, workdir, request, output);
      } catch (error) {
        releaseAll();
        throw error;
      }
      const ended = process.onExit.finally(() => {
        running.delete(ended);
        releaseAll();
      });
      running.add(ended);
      return process;
    },

    setPreviewScript() {
      throw notSupported('setPreviewScript');
    },
    setCredentials() {
      throw notSupported('setCredentials');
    },

    async teardown() {
      if (down) return;
      down = true;
      kernel.network.onPort = null;
      events.clear();
      kernel.close();
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([Promise.allSettled([...running]), new Promise((done) => {
        timer = setTimeout(done, TEARDOWN_GRACE_MS);
      })]);
      clearTimeout(timer);
      // After the answer to this call was posted: the frame, and this worker with it, goes when the relay hears of it.
      setTimeout(onDown, 0);
    },
  };
}

/** @throws ApiError for a binary snapshot, which begins with something else than a JSON object */
function parseTree(payload: unknown): TreeDirectory {
  if (!(payload instanceof Uint8Array)) throw invalidArgument('snapshotOrTree', 'a file tree');
  if (payload[0] !== 0x7b) throw notSupported('mounting a binary snapshot');
  let tree: unknown;
  try {
    tree = JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(payload));
  } catch {
    throw invalidArgument('snapshotOrTree', 'a file tree');
  }
  if (typeof tree !== 'object' || tree === null || typeof (tree as TreeDirectory).d !== 'object') throw invalidArgument('snapshotOrTree', 'a file tree');
  return tree as TreeDirectory;
}
