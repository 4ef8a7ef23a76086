/**
 * What page and tool host say to each other: one JSON object per line, both ways. Both sides check every message, because one of them
 * lives among untrusted programs.
 */
import * as z from 'zod/mini';
import { agentOperations, agentResults } from './protocol/agents.ts';
import { checkOperations, checkResults } from './protocol/checks.ts';
import { commandOperations, commandResults } from './protocol/commands.ts';
import { fenceOperations, fenceResults } from './protocol/fences.ts';
import { fileOperations, fileResults } from './protocol/files.ts';
import { searchOperations, searchResults } from './protocol/search.ts';

export { HOST_FOLDER } from './folder.ts';

/** Begins every line that the host means for the page; anything else on its terminal is somebody's noise. */
export const LINE_MARK = '@tabloom ';

/** Lines above this many bytes go through a file in the mail folder: a terminal's line discipline may cut input at 4096. */
export const MAX_LINE = 3000;

/** Replies above this many characters go through a file; a terminal stream moves them slowly. */
export const MAX_REPLY_LINE = 16_000;

export const PROTOCOL_VERSION = 1;

const path = z.string();

/** Parameters of each operation. Paths are relative to the project or absolute below it. */
export const operations = {
  ...agentOperations,
  ...checkOperations,
  ...fileOperations,
  ...searchOperations,
  ...commandOperations,
  ...fenceOperations,
  stat: z.strictObject({ path }),
} as const;

export type HostOperation = keyof typeof operations;
export type HostParams<O extends HostOperation> = z.infer<(typeof operations)[O]>;

const fileType = z.enum(['file', 'dir', 'symlink', 'other']);

export const results = {
  ...agentResults,
  ...checkResults,
  ...fileResults,
  ...searchResults,
  ...commandResults,
  ...fenceResults,
  stat: z.object({ path: z.string(), rel_path: z.string(), type: fileType, size: z.number(), mtime_ms: z.number(), mode: z.number() }),
} as const;

export type HostResult<O extends HostOperation> = z.infer<(typeof results)[O]>;

export interface HostCallOptions {
  signal?: AbortSignal;
  onProgress?: (stream: 'stdout' | 'stderr', text: string) => void;
}

/** Page to host. A request too long for a line is written to a file, and the line names it. */
export const requestLine = z.union([
  z.strictObject({ id: z.string(), op: z.string(), params: z.unknown() }),
  z.strictObject({ id: z.string(), file: z.string() }),
  z.strictObject({ id: z.string(), cancel: z.literal(true) }),
]);

const failure = z.object({ code: z.string(), message: z.string(), data: z.optional(z.json()) });

/** Host to page. */
export const replyLine = z.union([
  z.strictObject({ ready: z.literal(PROTOCOL_VERSION), pid: z.number() }),
  z.strictObject({ id: z.string(), result: z.unknown() }),
  z.strictObject({ id: z.string(), error: failure }),
  // Not `file`: a request that the terminal echoes must never read as a reply.
  z.strictObject({ id: z.string(), reply_file: z.string() }),
  z.strictObject({ id: z.string(), progress: z.enum(['stdout', 'stderr']), text: z.string() }),
]);

export type RequestLine = z.infer<typeof requestLine>;
export type ReplyLine = z.infer<typeof replyLine>;

/** JSON with ASCII alone: a stream that is cut between the bytes of one character cannot damage it, and no control character reaches a terminal. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
