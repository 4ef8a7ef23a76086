/** The `tabloom` program of the sandbox: what the page knows, for people and scripts at a shell. Bundled into one file. */
import { join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { askPage } from './status/ask-page.ts';
import { statusText } from './status/status-text.ts';

const USAGE = `usage: tabloom status [--json] [--watch]

Shows who has this project open, which agents work and what they say they do, what is locked,
the calls between agents, and who waits for what: as the panel "Peers" of the page.

  --json     as JSON, one line; times are milliseconds of the clock that is given as "now"
  --watch    again every second, until Ctrl-C; what has not changed is not printed again
`;

const WATCH_MS = 1000;
const CLEAR = '\x1b[H\x1b[2J\x1b[3J';

/** Called by the script on the PATH. The exit code is 1 when the page does not answer, 2 for words that are not understood. */
export async function main(): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141);
    throw error;
  });
  const [command, ...words] = process.argv.slice(2);
  if (command === 'help' || command === '--help' || command === '-h' || (command === 'status' && words.some((word) => word === '--help' || word === '-h'))) return void process.stdout.write(USAGE);
  const unknown = words.find((word) => word !== '--json' && word !== '--watch');
  if (command !== 'status' || unknown !== undefined) {
    process.stderr.write(command === undefined ? USAGE : `tabloom: ${command === 'status' ? `status has no option ${unknown}` : `there is no command ${command}`}\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  try {
    await show({ json: words.includes('--json'), watch: words.includes('--watch') });
  } catch (error) {
    process.stderr.write(`tabloom: ${AppError.from(error).message}\n`);
    process.exitCode = 1;
  }
}

async function show({ json, watch }: { json: boolean; watch: boolean }): Promise<void> {
  const mail = join(__dirname, 'io');
  let before = '';
  for (;;) {
    const status = await askPage(mail);
    // Time goes on: without it, what is the same reads the same.
    const same = JSON.stringify({ ...status, now: 0 });
    if (json) {
      if (same !== before) process.stdout.write(`${JSON.stringify(status)}\n`);
    } else if (watch && process.stdout.isTTY) process.stdout.write(CLEAR + statusText(status));
    else if (same !== before) process.stdout.write(before === '' ? statusText(status) : `\n${statusText(status)}`);
    before = same;
    if (!watch) return;
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  }
}
