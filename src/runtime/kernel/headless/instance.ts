/** What the client's `build` gives: one booted sandbox, served with Comlink. */
import { proxy, transfer } from 'comlink';
import type { BuildOptions } from '../../frames/messages.ts';
import { kernelCaller } from '../fs/caller.ts';
import { mkdirp } from '../fs/create.ts';
import { whenThere } from '../fs/not-yet.ts';
import { EntryError, loadTree, type TreeDirectory } from '../fs/load-tree.ts';
import { type Selected, selectedSize, selectTree } from '../fs/select-tree.ts';
import { bringGlobs } from '../globs/globs.ts';
import { HOME } from '../image.ts';
import type { SandboxKernel } from '../kernel.ts';
import { previewScript } from '../preview/preview-script.ts';
import type { Previews } from '../preview/previews.ts';
import { DEFAULT_PATH } from '../process/executable.ts';
import { USER_ID } from '../types.ts';
import { type ClientProcess, runForClient, type RunRequest } from './client-process.ts';
import { ApiError, fsError, invalidArgument, invalidValue } from './errors.ts';
import { ClientEvents, type Listener, releaseListener } from './events.ts';
import { type ClientFs, createClientFs, MAX_CLIENT_FILE } from './fs-api.ts';
import { toJsonTree } from './export-json.ts';
import { encodeZip } from './export-zip.ts';
import type { OutputListener } from './output-pump.ts';
import { clientPath } from './paths.ts';
import { decodeSnapshot, encodeSnapshot, SnapshotError } from './snapshot.ts';

/** How long a second teardown is still answered. */
const SECOND_TEARDOWN_MS = 1000;
/** Longest wait at teardown for the client to take the output and exits of what was ended. */
const TEARDOWN_GRACE_MS = 500;

/** Bytes of files in one export. Files of holes take no memory before they are read; a page that is given all of it would end with it. */
const MAX_EXPORT = 1024 ** 3;

interface SerializeOptions { format?: string; includes?: string[]; excludes?: string[] }

export interface Instance {
  fs(): ClientFs;
  previewScript(): null;
  runtimeInfo(): { path: string; cwd: string };
  loadFiles(payload: Uint8Array, options?: { mountPoints?: string }): void;
  serialize(path: string, options?: SerializeOptions): Promise<Uint8Array>;
  on(event: string, listener: Listener): () => void;
  run(request: RunRequest, stdout?: OutputListener, stderr?: OutputListener, output?: OutputListener): ClientProcess | Promise<ClientProcess>;
  setPreviewScript(source: unknown, options?: unknown): Promise<void>;
  setCredentials(credentials: unknown): void;
  teardown(): Promise<void>;
}

/** Makes the working directory and the client's view of the kernel. `onDown` is called after a teardown was answered. */
export function createInstance(kernel: SandboxKernel, previews: Previews, { workdirName = 'project', forwardPreviewErrors = false }: BuildOptions, onDown: () => void): Instance {
  if (typeof workdirName !== 'string' || workdirName === '' || workdirName === '.' || workdirName === '..' || /[/\0]/.test(workdirName)) throw invalidArgument('workdirName', 'a valid folder name');
  const { vfs } = kernel;
  const workdir = `${HOME}/${workdirName}`;
  const user = kernelCaller(vfs.root, { uid: USER_ID, gid: USER_ID });
  vfs.busy.add(mkdirp(vfs, user, workdir));
  const events = new ClientEvents();
  const running = new Set<Promise<unknown>>();
  let down = false;

  kernel.onClientEvent = (event, ...args) => events.emit(event, ...args);
  previews.attach({ forward: forwardPreviewErrors, emit: (event, ...args) => events.emit(event, ...args) });
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
        // The entry that is wrong: in a tree of thousands nobody finds it by the mount point.
        throw error instanceof EntryError ? fsError(error, 'mount', [point.replace(/\/$/, ''), ...error.path].join('/').replace(/^\//, '')) : fsError(error, 'mount', point);
      }
    },

    async serialize(path, { format = 'json', includes, excludes } = {}) {
      alive();
      const real = clientPath(workdir, path);
      try {
        const globs = includes?.length || excludes?.length ? await bringGlobs(kernel.assets) : undefined;
        const selected = selectTree(vfs, user, real, { ...(includes ? { includes } : {}), ...(excludes ? { excludes } : {}) }, globs);
        const size = selectedSize(selected);
        const limit = 'children' in selected ? MAX_EXPORT : MAX_CLIENT_FILE;
        if (size > limit) throw new RangeError(`${size} bytes of files are more than ${limit}; leave some out with \`excludes\``);
        const bytes = await serialized(selected, format, real.slice(real.lastIndexOf('/') + 1));
        return transfer(bytes, [bytes.buffer]);
      } catch (error) {
        // That, and JavaScript's limits on the length of text and arrays.
        if (error instanceof RangeError) throw new ApiError('ERR_EXPORT_TOO_LARGE', `export '${path}': ${error.message}`);
        throw fsError(error, 'export', path);
      }
    },

    on: (event, listener) => proxy(events.on(event, listener)),

    run(request, stdout, stderr, output) {
      const releaseAll = (): void => {
        for (const listener of [stdout, stderr, output]) releaseListener(listener);
      };
      const start = (): ClientProcess => {
        alive();
        const process = runForClient(kernel, workdir, request, output);
        const ended = process.onExit.finally(() => {
          running.delete(ended);
          releaseAll();
        });
        running.add(ended);
        return process;
      };
      const fail = (error: unknown): never => {
        releaseAll();
        throw error;
      };
      try {
        const process = whenThere(start);
        return process instanceof Promise ? process.catch(fail) : process;
      } catch (error) {
        return fail(error);
      }
    },

    setPreviewScript: async (source, options) => previews.setScript(previewScript(source, options)),
    // An account with the client's makers: its tokens are of no use here, and are not kept.
    setCredentials() {},

    async teardown() {
      if (down) return;
      down = true;
      previews.close();
      events.clear();
      kernel.close();
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([Promise.allSettled([...running]), new Promise((done) => {
        timer = setTimeout(done, TEARDOWN_GRACE_MS);
      })]);
      clearTimeout(timer);
      // The frame, and this worker with it, goes when the relay hears of it. Some embedders tear down twice, and the client waits for the second answer before it boots again.
      setTimeout(onDown, SECOND_TEARDOWN_MS);
    },
  };
}

async function serialized(selected: Selected, format: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  switch (format) {
    case 'json': return new TextEncoder().encode(JSON.stringify(toJsonTree(selected)));
    case 'binary': return encodeSnapshot(selected);
    case 'zip': return encodeZip(selected, name);
    default: throw invalidValue(`The property 'options.format' must be one of: 'json', 'binary', 'zip'. Received '${String(format)}'`);
  }
}

/** @throws ApiError for what is neither a snapshot nor the client's JSON */
function parseTree(payload: unknown): TreeDirectory {
  if (!(payload instanceof Uint8Array)) throw invalidArgument('snapshotOrTree', 'a file tree or a binary snapshot');
  let tree: unknown;
  try {
    // No snapshot begins with a brace, which would be a number in it.
    tree = payload[0] === 0x7b ? JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(payload)) : decodeSnapshot(payload);
  } catch (error) {
    if (error instanceof SnapshotError) throw new ApiError('ERR_INVALID_SNAPSHOT', `mount: ${error.message}`);
    throw invalidArgument('snapshotOrTree', 'a file tree or a binary snapshot');
  }
  if (typeof tree !== 'object' || tree === null || !('d' in tree)) throw invalidArgument('snapshotOrTree', 'a file tree or a binary snapshot of a folder');
  return tree as TreeDirectory;
}
