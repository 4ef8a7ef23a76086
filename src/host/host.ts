/**
 * The tool host's main program: `node .tabloom/host.cjs`, started in the project's folder. It reads requests from its terminal and prints
 * replies, which are lines that begin with the mark. It ends when its input ends.
 */
import * as fs from 'node:fs';
import { endLeftovers } from './command/leftovers.ts';
import { createDispatcher } from './dispatch.ts';
import { installCommands } from './install-commands.ts';
import { asciiJson, HOST_FOLDER, LINE_MARK, MAX_REPLY_LINE, PROTOCOL_VERSION, requestLine } from './protocol.ts';
import type { ReplyLine } from './protocol.ts';

const workspace = { root: process.cwd() };
const mail = `${workspace.root}/${HOST_FOLDER}/io`;

let replyFiles = 0;

function print(line: ReplyLine): void {
  const text = asciiJson(line);
  if (text.length <= MAX_REPLY_LINE || !('id' in line)) {
    process.stdout.write(`${LINE_MARK}${text}\n`);
    return;
  }
  // One call may have several: its progress can be as long as its result, and must not be written over or taken away by it.
  const file = `${line.id}-${++replyFiles}.reply.json`;
  fs.writeFileSync(`${mail}/${file}`, text);
  print({ id: line.id, reply_file: file });
}

const dispatcher = createDispatcher(workspace, print);

function receive(line: string): void {
  const start = line.indexOf(LINE_MARK);
  if (start < 0) return;
  const parsed = requestLine.safeParse(JSON.parse(line.slice(start + LINE_MARK.length)));
  if (!parsed.success) return;
  const request = parsed.data;
  if ('cancel' in request) {
    dispatcher.cancel(request.id);
  } else if ('file' in request) {
    const path = `${mail}/${request.file.replace(/[^\w.-]/g, '')}`;
    const inner = requestLine.safeParse(JSON.parse(fs.readFileSync(path, 'utf8')));
    fs.rmSync(path, { force: true });
    if (inner.success && 'op' in inner.data) void dispatcher.request(inner.data.id, inner.data.op, inner.data.params);
  } else {
    void dispatcher.request(request.id, request.op, request.params);
  }
}

// Without raw mode the terminal would echo requests and hold back what Ctrl-C and friends look like.
if (process.stdin.isTTY) process.stdin.setRawMode(true);
fs.mkdirSync(mail, { recursive: true });
endLeftovers(workspace);
installCommands(workspace);

let buffered = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk: string) => {
  buffered += chunk;
  const lines = buffered.split(/\r?\n|\r/);
  buffered = lines.pop() ?? '';
  for (const line of lines) {
    try {
      receive(line);
    } catch {
      // Damaged input has no id to answer to; the caller's own deadline or cancel deals with it.
    }
  }
});
process.stdin.on('end', () => process.exit(0));
print({ ready: PROTOCOL_VERSION, pid: process.pid });
