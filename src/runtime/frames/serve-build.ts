/**
 * The first port of the client: it speaks Comlink and asks for one thing, `build(options)`. Answered here by hand, because Comlink's `expose`
 * lets the other side walk from any served object to its prototypes and constructors, and the relay's origin is one that any page may embed.
 */
import type { BuildOptions } from './messages.ts';

/** Comlink's numbers for messages and values (4.3.0, the copy in the client). */
const APPLY = 2;
const RELEASE = 5;
const RAW = 0;
const HANDLER = 3;

interface Request { id: unknown; type: unknown; path: unknown; argumentList: unknown }

/** Answers `build` on `port` with a port on which the sandbox is served. */
export function serveBuild(port: MessagePort, build: (options: BuildOptions) => Promise<MessagePort>): void {
  port.onmessage = async ({ data }: MessageEvent<Partial<Request> | null>) => {
    if (typeof data !== 'object' || data === null || typeof data.id !== 'string') return;
    const { id } = data;
    if (data.type === RELEASE) {
      port.postMessage({ id, type: RAW, value: undefined });
      port.close();
      return;
    }
    try {
      if (data.type !== APPLY || !Array.isArray(data.path) || data.path.length !== 1 || data.path[0] !== 'build') throw new Error('the sandbox page answers `build` only');
      const served = await build(optionsIn(data.argumentList));
      port.postMessage({ id, type: HANDLER, name: 'proxy', value: served }, [served]);
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      port.postMessage({ id, type: HANDLER, name: 'throw', value: { isError: true, value: { name, message, stack: `${name}: ${message}` } } });
    }
  };
}

/** What of the client's options the kernel uses; the kernel checks the name itself. */
function optionsIn(args: unknown): BuildOptions {
  const first = (Array.isArray(args) ? args[0] : undefined) as { value?: { workdirName?: unknown; forwardPreviewErrors?: unknown } } | undefined;
  const { workdirName: name, forwardPreviewErrors: forward } = first?.value ?? {};
  return { ...(typeof name === 'string' ? { workdirName: name } : {}), ...(forward === true || forward === 'exceptions-only' ? { forwardPreviewErrors: forward } : {}) };
}
