/** A page that boots a sandbox and says what the browser gives it. Loaded by its own site, inside a frame of another, and by another site itself. */
declare global {
  interface Window { probe: typeof probe }
  var WEBCONTAINER_API_IFRAME_URL: string;
}

// Beside the site that this script comes from, which need not be the page's.
globalThis.WEBCONTAINER_API_IFRAME_URL = `http://sandbox.${new URL(import.meta.url).host}`;
const { WebContainer } = await import('@webcontainer/api');

const attempt = async (use: () => unknown): Promise<string> => {
  try {
    await use();
    return 'yes';
  } catch (error) {
    return (error as Error).name;
  }
};

const warnings: string[] = [];
addEventListener('message', ({ data }) => {
  if (data?.type === 'warning') warnings.push(data.message);
});

const probe = {
  /** What the relay warned of outside of any call. */
  warnings: () => warnings,
  /** 'yes' or the name of the error, for each kind of storage and channel. */
  storage: async () => ({
    indexedDB: await attempt(() => new Promise<void>((done, fail) => {
      const open = indexedDB.open('probe');
      open.onsuccess = () => done();
      open.onerror = () => fail(open.error);
    })),
    locks: await attempt(() => navigator.locks.request('probe', () => undefined)),
    channel: await attempt(() => new BroadcastChannel('probe').close()),
    localStorage: await attempt(() => localStorage.length),
    caches: await attempt(() => caches.keys()),
    serviceWorker: await attempt(() => navigator.serviceWorker.getRegistrations()),
  }),
  isolated: () => crossOriginIsolated,
  sharedMemory: () => typeof SharedArrayBuffer === 'function',
  /** Boots, runs Node, and returns what it printed with its exit code. @throws what the sandbox reports */
  async run(): Promise<{ output: string; exit: number; bootMs: number }> {
    const started = performance.now();
    const container = await WebContainer.boot();
    const bootMs = performance.now() - started;
    const process = await container.spawn('node', ['-p', 'process.version + " " + new Int32Array(new SharedArrayBuffer(8)).length']);
    let output = '';
    const reading = process.output.pipeTo(new WritableStream({ write: (text) => { output += text; } }));
    const exit = await process.exit;
    await reading;
    return { output, exit, bootMs };
  },
};
window.probe = probe;
