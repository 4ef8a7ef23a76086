/** Questions that a program asks side by side over one descriptor of `/dev/packages`: each has a number, and so has its answer. */
import type { Caller } from '../fs/caller.ts';
import type { Vfs } from '../fs/vfs.ts';
import type { Fetcher } from '../outside/fetch-exchange.ts';
import { documentAt, keptPackage } from './address.ts';
import { type PackageOrder, unpackPackages } from './unpack.ts';
import type { UnpackedArchives } from './unpacked-archives.ts';

/** `kept` and `document`: an address and what it is asked for as. `order`: a package that is to be put into its folder. */
export type Question = { id: number } & ({ kept: string; accept: string } | { document: string; accept: string } | { order: PackageOrder });

interface Means { vfs: Vfs; caller: Caller; fetcher: Fetcher; archives: UnpackedArchives; signal: AbortSignal }

/** `[address, integrity, path]` as programs write it; undefined for anything else. */
export function orderIn(value: unknown): PackageOrder | undefined {
  const [url, integrity, path] = Array.isArray(value) ? value as unknown[] : [];
  return isAddress(url) && typeof integrity === 'string' && typeof path === 'string' && /^\/[^/]/.test(path) ? [url, integrity, path] : undefined;
}

/** Undefined for what is no question. */
export function questionIn(value: unknown): Question | undefined {
  const { id, kept, document, accept, order } = (value ?? {}) as { [field: string]: unknown };
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  const asked = orderIn(order);
  if (asked) return { id, order: asked };
  if (typeof accept !== 'string') return undefined;
  return isAddress(kept) ? { id, kept, accept } : isAddress(document) ? { id, document, accept } : undefined;
}

/** A line of JSON with the question's number and the length of what follows it: the contents, for an address, with their `headers` and whether they were `kept`. With `error` instead where there are none. */
export async function answerTo(question: Question, means: Means): Promise<Uint8Array[]> {
  const { id } = question;
  try {
    if ('order' in question) {
      await unpackPackages(means.vfs, means.caller, means.fetcher, means.archives, [question.order], means.signal, () => {});
      return [line({ id, length: 0 })];
    }
    const { headers, kept, bytes } = await ('kept' in question ? keptPackage(means.fetcher, question.kept, question.accept) : documentAt(means.fetcher, question.document, question.accept, means.signal));
    return [line({ id, length: bytes.length, headers, kept }), bytes];
  } catch (error) {
    return [line({ id, length: 0, error: error instanceof Error ? error.message : String(error) })];
  }
}

const line = (value: object): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value)}\n`);
const isAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//.test(value);
