/**
 * Questions to the kernel about addresses of a registry, many at once over one descriptor (`kernel/packages/package-device.ts`): an installation has hundreds of
 * them, and to open, wait and close for each took longer than the answers.
 */
import { closeSync, openSync, read, readSync, writeSync } from 'node:fs';

/** What the kernel says first, and the contents. `kept`: they came out of the cache. */
export interface Answer { headers: { [name: string]: string }; kept: boolean; bytes: Buffer }
interface Head { id: number; length: number; headers?: Answer['headers']; kept?: boolean; error?: string }
type Waiting = (head: Head, bytes: Buffer) => void;

const DEVICE = '/dev/packages';
const NEWLINE = 10;
const READ_AT_ONCE = 512 * 1024;

let descriptor: number | undefined;
let lastId = 0;
let unsent = '';
let reading = false;
const waiting = new Map<number, Waiting>();
/** The head that was read last, and what has come of its contents. */
let head: Head | undefined;
let parts: Buffer[] = [];
let missing = 0;

/** What the relay keeps of an address, however old; the network is not asked. */
export function keptOf(url: string, accept: string): Answer | null {
  const device = openSync(DEVICE, 'r+');
  try {
    writeSync(device, `${JSON.stringify({ id: 0, kept: url, accept })}\n`);
    const first = Buffer.allocUnsafe(READ_AT_ONCE);
    // All arguments: npm's graceful-fs makes a length that is left out 0.
    const length = readSync(device, first, 0, first.length, null);
    const start = first.indexOf(NEWLINE) + 1;
    const of = JSON.parse(first.toString('utf8', 0, start)) as Head;
    const bytes = Buffer.allocUnsafe(of.length);
    for (let at = first.copy(bytes, 0, start, length); at < bytes.length;) at += readSync(device, bytes, at, bytes.length - at, null);
    return answerOf(of, bytes);
  } finally {
    closeSync(device);
  }
}

/** A document, out of the cache while it is fresh or from the registry. Null when the answer is anything else: whoever asks again hears why. */
export const documentOf = (url: string, accept: string): Promise<Answer | null> => ask({ document: url, accept }, answerOf);

/** Puts one package into its folder, which may be there, empty or with `node_modules` alone. Undefined, or why not; then nothing has changed. */
export const placePackage = (url: string, integrity: string, folder: string): Promise<string | undefined> => ask({ order: [url, integrity, folder] }, ({ error }) => error);

function answerOf({ headers, kept, error }: Head, bytes: Buffer): Answer | null {
  return error === undefined && headers ? { headers, kept: kept === true, bytes } : null;
}

function ask<T>(question: object, answer: (head: Head, bytes: Buffer) => T): Promise<T> {
  return new Promise((resolve) => {
    const id = ++lastId;
    waiting.set(id, (of, bytes) => resolve(answer(of, bytes)));
    // npm asks for all dependencies of a package in one go: together they are one call of the kernel.
    if (unsent === '') queueMicrotask(send);
    unsent += `${JSON.stringify({ id, ...question })}\n`;
  });
}

function send(): void {
  const lines = Buffer.from(unsent);
  unsent = '';
  try {
    descriptor ??= openSync(DEVICE, 'r+');
    for (let at = 0; at < lines.length;) at += writeSync(descriptor, lines, at);
    if (!reading) readOn();
  } catch (error) {
    fail(error);
  }
}

/** All who wait are told, as if the kernel had: npm goes its own way then. */
function fail(error: unknown): void {
  const told = [...waiting];
  waiting.clear();
  for (const [id, done] of told) done({ id, length: 0, error: String(error) }, Buffer.alloc(0));
}

/** Only while somebody waits: a read that nobody needs would keep the program from ending. */
function readOn(): void {
  reading = true;
  read(descriptor!, Buffer.allocUnsafe(READ_AT_ONCE), 0, READ_AT_ONCE, null, (error, length, buffer) => {
    if (error || length === 0) fail(error ?? new Error(`${DEVICE} ended`));
    else take(buffer.subarray(0, length));
    reading = false;
    if (waiting.size > 0) readOn();
  });
}

function take(bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    if (head === undefined) {
      const end = bytes.indexOf(NEWLINE, at);
      parts.push(bytes.subarray(at, end < 0 ? bytes.length : end));
      at = end < 0 ? bytes.length : end + 1;
      if (end < 0) return;
      head = JSON.parse(Buffer.concat(parts).toString()) as Head;
      parts = [];
      missing = head.length;
    }
    const part = bytes.subarray(at, at + missing);
    if (part.length > 0) parts.push(part);
    at += part.length;
    missing -= part.length;
    if (missing > 0) return;
    const done = waiting.get(head.id);
    waiting.delete(head.id);
    done?.(head, parts.length === 1 ? parts[0]! : Buffer.concat(parts));
    head = undefined;
    parts = [];
  }
}
