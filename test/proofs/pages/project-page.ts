/** A page that owns a sandbox, or attaches to the one of another tab of its origin until that tab is gone. */
import { openDB } from 'idb';

declare global {
  interface Window { project: typeof project }
  var WEBCONTAINER_API_IFRAME_URL: string;
}

globalThis.WEBCONTAINER_API_IFRAME_URL = `http://sandbox.${location.host}`;
const { WebContainer } = await import('@webcontainer/api');
type Container = Awaited<ReturnType<typeof WebContainer.boot>>;

let container: Container | undefined;
const channel = new BroadcastChannel('project:proof');
const database = openDB('project-proof', 1, { upgrade: (db) => void db.createObjectStore('trees') });

async function run(command: string, args: string[]): Promise<{ output: string; exit: number }> {
  const process = await container!.spawn(command, args);
  let output = '';
  const reading = process.output.pipeTo(new WritableStream({ write: (text) => { output += text; } }));
  const exit = await process.exit;
  await reading;
  return { output, exit };
}

/** What another tab may ask of the owner. */
const served = {
  readdir: (path: string) => container!.fs.readdir(path),
  readFile: (path: string) => container!.fs.readFile(path, 'utf-8'),
  async writeFile(path: string, text: string) {
    await container!.fs.writeFile(path, text);
    // Acknowledged means stored: the answer goes out after the commit.
    await (await database).put('trees', await container!.export('.', { format: 'json' }), 'tree');
  },
  run,
};
type Served = typeof served;

channel.addEventListener('message', async ({ data }) => {
  if (data.kind !== 'call' || !container) return;
  try {
    const method = served[data.method as keyof Served] as (...args: unknown[]) => Promise<unknown>;
    channel.postMessage({ kind: 'answer', id: data.id, value: await method(...data.args) });
  } catch (error) {
    channel.postMessage({ kind: 'answer', id: data.id, error: (error as Error).message });
  }
});

let becomeOwner: () => void;
const owner = new Promise<void>((resolve) => { becomeOwner = resolve; });

const project = {
  /** Asks for the project's lock, which a closed or crashed tab lets go of by itself; boots when it has it. */
  open(): void {
    void navigator.locks.request('project:proof', async () => {
      container = await WebContainer.boot();
      const tree = await (await database).get('trees', 'tree');
      if (tree) await container.mount(tree);
      becomeOwner();
      await new Promise(() => {});
    });
  },
  owner: () => owner,
  owns: () => container !== undefined,
  /** Here when this tab owns the sandbox, in the owner's tab otherwise. */
  call<M extends keyof Served>(method: M, ...args: Parameters<Served[M]>): Promise<Awaited<ReturnType<Served[M]>>> {
    if (container) return (served[method] as (...a: unknown[]) => never)(...args);
    return new Promise((resolve, reject) => {
      const id = crypto.randomUUID();
      const listen = ({ data }: MessageEvent): void => {
        if (data.kind !== 'answer' || data.id !== id) return;
        channel.removeEventListener('message', listen);
        if (data.error === undefined) resolve(data.value);
        else reject(new Error(data.error));
      };
      channel.addEventListener('message', listen);
      channel.postMessage({ kind: 'call', id, method, args });
    });
  },
  /** The whole project, dotfiles and bytes included, and the way back. */
  copy: () => container!.export('.', { format: 'json' }),
  mount: (tree: Parameters<Container['mount']>[0]) => container!.mount(tree),
  teardown(): void {
    container!.teardown();
    container = undefined;
  },
  writeBytes: (path: string, bytes: number[]) => container!.fs.writeFile(path, new Uint8Array(bytes)),
  readBytes: async (path: string) => [...(await container!.fs.readFile(path))],
  mkdir: (path: string) => container!.fs.mkdir(path, { recursive: true }),
  boot: async () => { container = await WebContainer.boot(); },
};
window.project = project;
