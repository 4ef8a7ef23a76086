/** The sandbox's git, for the app's own use. */
import { HOST_FOLDER } from '../host/folder.ts';
import { AppError } from '../shared/errors.ts';
import type { Engine } from './sandbox.ts';

/**
 * Runs `git` once for each list of arguments, all in one process; needs the programs in place, but not the tool host.
 * @throws AppError `git_failed` with what git said.
 */
export async function runGit(engine: Pick<Engine, 'spawn'>, calls: readonly (readonly string[])[]): Promise<void> {
  const process = await engine.spawn('node', ['-e', `require('./${HOST_FOLDER}/git.cjs').batch(${JSON.stringify(calls)})`]);
  let output = '';
  const reading = process.output.pipeTo(new WritableStream({
    write(chunk) {
      output = `${output}${chunk}`.slice(-4000);
    },
  })).catch(() => undefined);
  const code = await process.exit;
  await reading;
  if (code !== 0) throw new AppError('git_failed', `git failed with exit code ${code}: ${output.trim()}`);
}
