/** `npx tsx test/support/sandbox-run.ts [--mount DIR] [--quiet] -- CMD ARGS...`: one command in the sandbox of a headless browser; prints its output and ends with its exit code. */
import { openSandbox, readTree } from './sandbox-browser.ts';

const argv = process.argv.slice(2);
const split = argv.indexOf('--');
const options = argv.slice(0, split < 0 ? 0 : split);
const [command, ...args] = argv.slice(split + 1);
if (!command) throw new Error('usage: sandbox-run [--mount DIR] -- COMMAND ARGS...');

const sandbox = await openSandbox();
try {
  const mount = options.indexOf('--mount');
  if (mount >= 0) await sandbox.mount(readTree(options[mount + 1]!));
  const result = await sandbox.run(command, args);
  process.stdout.write(result.output);
  process.exitCode = result.exit;
  if (!options.includes('--quiet')) console.error(`[exit ${result.exit}, ${result.ms.toFixed(0)} ms]`);
} finally {
  if (sandbox.console.length) console.error(sandbox.console.map((line) => `[console] ${line}`).join('\n'));
  await sandbox.close();
}
