import * as z from 'zod';
import { commandMetadata, DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS, runInSandbox, withoutAnsi } from './command.ts';
import { defineTool } from './tool.ts';

export const runCommand = defineTool({
  name: 'run_command',
  description:
    'Run a command line with the shell in the project\'s folder. Returns exit code, stdout and stderr. There is no input and no terminal. '
    + 'Long output keeps its beginning and end; the full text stays in a log file that the result names.',
  toolset: 'commands',
  permission: 'execute',
  shell_family: true,
  input: z.strictObject({
    command: z.string().min(1),
    cwd: z.string().min(1).optional().describe('Folder to run in, inside the project.'),
    timeout_ms: z.int().min(1).max(MAX_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS).describe('Wall clock in milliseconds; then the command and all it started are killed and the exit code is 124.'),
    env: z.record(z.string(), z.string()).optional(),
  }),
  async run({ command, cwd, timeout_ms, env }, context) {
    const run = await runInSandbox(command, context, { cwd, timeout_ms, env });
    const text = withoutAnsi(run.combined);
    const head = run.timed_out ? `Command timed out after ${timeout_ms}ms (exit code 124)` : `Exit code: ${run.exit_code}`;
    return {
      message: head,
      output: text === '' ? `${head}\n(no output)` : `${head}\n${text}`,
      stdout: run.stdout, stderr: run.stderr, exit_code: run.exit_code, timed_out: run.timed_out,
      metadata: { command_id: context.call_id, command, timeout_ms, ...commandMetadata(run) },
      ...(run.truncated ? { bounds: { returned: [...run.combined].length, truncated: true, total: run.total_chars, refinement_hint: `Read ${run.log_path} for the full output.` } } : {}),
    };
  },
});
