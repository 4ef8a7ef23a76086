/** Speaks with the tool host over its terminal: lines for small messages, files for large ones. */
import { HOST_FOLDER, LINE_MARK, MAX_LINE, asciiJson, replyLine, requestLine, results } from '../host/protocol.ts';
import type { HostCallOptions, HostOperation, HostParams, HostResult, ReplyLine, RequestLine } from '../host/protocol.ts';
import { abortable, abortError, throwIfAborted } from '../shared/abort.ts';
import { AppError } from '../shared/errors.ts';
import type { Engine, SandboxProcess, ToolHost } from './sandbox.ts';

/** A host that says nothing for this long after its start never will. */
const START_MS = 60_000;
/** Longest line and largest file of a reply. A program in the sandbox may have put itself in the host's place: it can lie, but not fill the page's memory. */
const MAX_REPLY_CHARS = 1_000_000;
const MAX_REPLY_FILE = 64 * 1024 * 1024;
/** A host that does not confirm a stop in this time is taken to be stuck and is restarted. */
const CANCEL_MS = 5_000;

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: AppError) => void;
  onProgress: HostCallOptions['onProgress'];
}

interface Connection {
  process: SandboxProcess;
  send: (line: RequestLine) => Promise<void>;
  pending: Map<string, Pending>;
  dead: boolean;
}

export interface HostClient extends ToolHost {
  /** Starts the host now, so that the first tool does not have to wait for it. */
  start(): Promise<void>;
  /** Ends the host; the next call starts a new one. */
  stop(): void;
}

export function createHostClient(engine: Engine, env: Record<string, string> = {}): HostClient {
  let connecting: Promise<Connection> | undefined;
  let current: Connection | undefined;
  let counter = 0;

  const begin = (): Promise<Connection> => {
    const mine = connecting = connect(engine, env);
    mine.then((link) => {
      if (connecting === mine) current = link;
      // It was stopped while it started.
      else link.process.kill();
    }, () => undefined);
    return mine;
  };
  async function connection(): Promise<Connection> {
    const before = connecting;
    const existing = await before?.catch(() => undefined);
    if (existing && !existing.dead) return existing;
    // Of several that find it ended one starts the next, and the others wait for that.
    return connecting && connecting !== before ? connecting : begin();
  }

  return {
    async start() {
      await connection();
    },
    stop() {
      current?.process.kill();
      connecting = undefined;
      current = undefined;
    },
    async call<O extends HostOperation>(operation: O, params: HostParams<O>, { signal, onProgress }: HostCallOptions = {}): Promise<HostResult<O>> {
      throwIfAborted(signal);
      const link = await abortable(connection(), signal);
      const id = `c${++counter}`;
      const answer = new Promise<unknown>((resolve, reject) => link.pending.set(id, { resolve, reject, onProgress }));
      // It may fail while the request is still being written, when nobody awaits it yet.
      answer.catch(() => undefined);
      let giveUp: ReturnType<typeof setTimeout> | undefined;
      const cancel = (): void => {
        void link.send({ id, cancel: true });
        giveUp = setTimeout(() => {
          link.pending.get(id)?.reject(abortError(signal));
          link.process.kill();
        }, CANCEL_MS);
      };
      try {
        await sendRequest(engine, link, { id, op: operation, params });
        if (signal?.aborted) cancel();
        else signal?.addEventListener('abort', cancel, { once: true });
        const result = await answer;
        const checked = results[operation].safeParse(result);
        if (!checked.success) throw new AppError('internal', `The tool host answered ${operation} in an unknown form: ${checked.error.message}`);
        return checked.data as HostResult<O>;
      } finally {
        signal?.removeEventListener('abort', cancel);
        clearTimeout(giveUp);
        link.pending.delete(id);
      }
    },
  };
}

async function sendRequest(engine: Engine, link: Connection, request: RequestLine & { id: string }): Promise<void> {
  if (link.dead) throw new AppError('host_exited', 'The tool host has ended.');
  if (asciiJson(request).length <= MAX_LINE) return link.send(request);
  const file = `${request.id}.request.json`;
  await engine.fs.writeFile(`${HOST_FOLDER}/io/${file}`, asciiJson(request));
  return link.send({ id: request.id, file });
}

async function connect(engine: Engine, env: Record<string, string>): Promise<Connection> {
  const process = await engine.spawn('node', [`${HOST_FOLDER}/host.cjs`], { env });
  const writer = process.input.getWriter();
  const link: Connection = {
    process, pending: new Map(), dead: false,
    send: (line) => writer.write(`${LINE_MARK}${asciiJson(requestLine.parse(line))}\n`),
  };
  let noise = '';
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('host_exited', `The tool host did not start within ${START_MS / 1000} s. ${noise}`.trim())), START_MS);
    const fail = (why: string): void => {
      clearTimeout(timer);
      link.dead = true;
      const error = new AppError('host_exited', `The tool host ended: ${why}. ${noise}`.trim());
      reject(error);
      for (const pending of link.pending.values()) pending.reject(error);
    };
    const onLine = (text: string): void => {
      const at = text.indexOf(LINE_MARK);
      const line = at < 0 ? undefined : parseReply(text.slice(at + LINE_MARK.length));
      if (!line) noise = `${noise}${text}\n`.slice(-2000);
      else if ('ready' in line) {
        clearTimeout(timer);
        resolve();
      } else void deliver(engine, link, line);
    };
    readLines(process.output, onLine).catch(() => undefined);
    process.exit.then((code) => fail(`exit code ${code}`), (error: unknown) => fail(String(error)));
  });
  await ready;
  return link;
}

function parseReply(text: string): ReplyLine | undefined {
  try {
    // An echoed request has the mark too, and is no reply.
    const parsed = replyLine.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function deliver(engine: Engine, link: Connection, line: Exclude<ReplyLine, { ready: number }>): Promise<void> {
  const pending = link.pending.get(line.id);
  if (!pending) return;
  if ('progress' in line) pending.onProgress?.(line.progress, line.text);
  else if ('error' in line) pending.reject(AppError.fromJSON(line.error.data === undefined ? { code: line.error.code, message: line.error.message } : { ...line.error, data: line.error.data }));
  else if ('result' in line) pending.resolve(line.result);
  else {
    try {
      // The name comes from the sandbox, and the file is removed after it was read.
      if (line.reply_file.includes('/')) throw new AppError('internal', 'The tool host named a reply outside of its folder.');
      const path = `${HOST_FOLDER}/io/${line.reply_file}`;
      const bytes = await engine.fs.readFile(path);
      await engine.fs.rm(path, { force: true });
      if (bytes.length > MAX_REPLY_FILE) throw new AppError('too_large', `The tool host's reply has ${bytes.length} bytes, more than the page takes.`);
      const inner = parseReply(new TextDecoder().decode(bytes));
      if (inner && 'id' in inner && !('reply_file' in inner)) await deliver(engine, link, inner);
      else pending.reject(new AppError('internal', 'The tool host left an unreadable reply.'));
    } catch (error) {
      pending.reject(AppError.from(error));
    }
  }
}

async function readLines(stream: ReadableStream<string>, onLine: (line: string) => void): Promise<void> {
  const reader = stream.getReader();
  let parts: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = value.split(/\r*\n/);
    for (let at = 0; at < lines.length - 1; at++) {
      // A line that is too long is no reply: the host puts those into files.
      if (length <= MAX_REPLY_CHARS) onLine(parts.join('') + lines[at]!);
      parts = [];
      length = 0;
    }
    const rest = lines[lines.length - 1]!;
    length += rest.length;
    if (length <= MAX_REPLY_CHARS) parts.push(rest);
    else parts = [];
  }
}
