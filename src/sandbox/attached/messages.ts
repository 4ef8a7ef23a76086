/** What two tabs say to each other on a link. Both check every message: the other tab may run another version of this page. */
import * as z from 'zod/mini';
import { wireError } from './wire-errors.ts';

/** Raised with every change that an older page would misunderstand. */
export const LINK_VERSION = 1;

const id = z.number();
const handle = z.number();
/** Of a file; bytes where they were asked for. */
const name = z.union([z.string(), z.custom<Uint8Array>((value) => value instanceof Uint8Array)]);
const size = { cols: z.number(), rows: z.number() };

/** What an attached tab can ask for; each is answered once. Arguments are those of the sandbox's own methods, which check them. */
export const operations = [
  'readFile', 'writeFile', 'readdir', 'mkdir', 'rm', 'rename', 'mount', 'export',
  /** Answers with a handle: streams follow in messages of their own. */
  'spawn',
  /** One operation of the tool host; may report progress. */
  'host',
  /** A terminal that several tabs can share; both answer with a handle and the terminal's id. */
  'openTerminal', 'joinTerminal',
  /** What the owner's page offers besides, by name. */
  'ask',
] as const;
export type LinkOperation = (typeof operations)[number];

export const toOwner = z.discriminatedUnion('t', [
  z.object({ t: z.literal('call'), id, op: z.enum(operations), args: z.array(z.unknown()) }),
  z.object({ t: z.literal('cancel'), id }),
  z.object({ t: z.literal('watch'), id, path: z.string(), options: z.unknown() }),
  z.object({ t: z.literal('unwatch'), id }),
  z.object({ t: z.literal('input'), handle, text: z.string() }),
  z.object({ t: z.literal('resize'), handle, ...size }),
  z.object({ t: z.literal('kill'), handle }),
  /** So many characters of the output were read; the owner may send as many more. */
  z.object({ t: z.literal('taken'), handle, count: z.number() }),
  z.object({ t: z.literal('ping') }),
  z.object({ t: z.literal('bye') }),
]);
export type ToOwner = z.infer<typeof toOwner>;

/** The sandbox as it is when a tab attaches. */
export const hello = z.object({
  t: z.literal('hello'),
  version: z.literal(LINK_VERSION),
  /** Grows with every owner of the project. */
  epoch: z.number(),
  workdir: z.string(),
  path: z.string(),
  env: z.object({ PATH: z.string(), HISTFILE: z.string() }),
  exports: z.boolean(),
  /** Servers that are up. */
  ports: z.array(z.object({ port: z.number(), url: z.string() })),
  states: z.record(z.string(), z.json()),
});
export type Hello = z.infer<typeof hello>;

export const toAttached = z.discriminatedUnion('t', [
  hello,
  z.object({ t: z.literal('ok'), id, value: z.unknown() }),
  z.object({ t: z.literal('failed'), id, error: wireError }),
  z.object({ t: z.literal('progress'), id, stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  z.object({ t: z.literal('changed'), id, event: z.enum(['rename', 'change']), name }),
  z.object({ t: z.literal('output'), handle, text: z.string() }),
  z.object({ t: z.literal('output-end'), handle }),
  z.object({ t: z.literal('exit'), handle, code: z.number() }),
  z.object({ t: z.literal('event'), name: z.enum(['server-ready', 'port', 'preview-message', 'xdg-open', 'code', 'error']), args: z.array(z.unknown()) }),
  /** One of `states` has changed. */
  z.object({ t: z.literal('state'), name: z.string(), value: z.json() }),
  z.object({ t: z.literal('pong') }),
  /** The owner ends this link; `reason` is a sentence. */
  z.object({ t: z.literal('closed'), reason: z.string() }),
]);
export type ToAttached = z.infer<typeof toAttached>;

/** Answer of the operations that start something with streams. `id` names a terminal. */
export const started = z.object({ handle, id: z.optional(z.string()) });

/** A folder's entry with its kind, as the client's `DirEnt` tells it. */
export const wireEntries = z.object({ entries: z.array(z.object({ name, file: z.boolean(), directory: z.boolean() })) });
