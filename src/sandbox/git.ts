/** The sandbox's git, for the app's own use. */
import { HOST_FOLDER } from '../host/folder.ts';
import { AppError } from '../shared/errors.ts';
import type { Engine } from './sandbox.ts';

/** The program and arguments that run `git` once for each list of arguments, all in one process: starting one costs more than most calls take. */
export function gitBatch(calls: readonly (readonly string[])[]): [string, ...string[]] {
  return ['node', '-e', `require('./${HOST_FOLDER}/git.cjs').batch(${JSON.stringify(calls)})`];
}

/**
 * Runs `git` once for each list of arguments, all in one process; needs the programs in place, but not the tool host.
 * @throws AppError `git_failed` with what git said.
 */
export async function runGit(engine: Pick<Engine, 'spawn'>, calls: readonly (readonly string[])[]): Promise<void> {
  const [program, ...args] = gitBatch(calls);
  const process = await engine.spawn(program, args);
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
