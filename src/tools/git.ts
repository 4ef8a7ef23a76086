import * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import { commandMetadata, runInSandbox } from './command.ts';
import { defineTool } from './tool.ts';
import type { ToolContext, ToolOutput } from './tool.ts';

const args = z.strictObject({
  staged: z.boolean().optional().describe('diff: what is staged, instead of what is not.'),
  file: z.string().min(1).optional().describe('diff: only this file or folder.'),
  message: z.string().optional().describe('commit: the message.'),
  files: z.array(z.string().min(1)).optional().describe('add: paths to stage. commit: paths to stage first.'),
  count: z.int().min(1).max(1000).optional().describe('log: number of commits, 10 by default.'),
  format: z.string().min(1).optional().describe('log: git\'s placeholders, "%h %s (%an, %ar)" by default.'),
});

type Args = z.output<typeof args>;

const operations = ['status', 'diff', 'add', 'commit', 'log'] as const;

export const git = defineTool({
  name: 'git',
  description: 'Work with the project\'s git repository: status, diff, add, commit, log.',
  toolset: 'git',
  permission: 'write',
  shell_family: true,
  input: z.strictObject({ operation: z.enum(operations), args: args.default({}) }),
  run: ({ operation, args: given }, context) => runs[operation](given, context),
});

const runs: Record<(typeof operations)[number], (args: Args, context: ToolContext) => Promise<ToolOutput>> = {
  async status(_args, context) {
    const run = await runGit(['status', '--porcelain'], context);
    const entries = run.stdout.split('\n').filter((line) => line !== '').map((line) => ({ code: line.slice(0, 2), path: line.slice(3) }));
    return answer(run, entries.length === 0 ? 'Working tree clean — no changes.' : `Git status:\n${run.stdout}`, { entries });
  },
  async diff({ staged, file }, context) {
    const run = await runGit(['diff', ...(staged ? ['--staged'] : []), ...(file === undefined ? [] : ['--', file])], context);
    return answer(run, run.stdout === '' ? 'No differences found.' : run.stdout, { staged: staged ?? false, diff: run.stdout });
  },
  async add({ files }, context) {
    if (!files?.length) throw missing('No files specified. Provide args.files as a list of paths.', 'files');
    const run = await runGit(['add', '--', ...files], context);
    return answer(run, `Staged ${files.length} file(s): ${files.join(', ')}`, { files });
  },
  async commit({ message, files }, context) {
    if (!message?.trim()) throw missing('Commit message is required. Provide args.message.', 'message');
    if (files?.length) {
      const added = await execGit(['add', '--', ...files], context);
      if (added.exit_code !== 0) return answer(added, `Failed to stage files: ${added.combined}`, {});
    }
    const run = await runGit(['commit', '-m', message], context);
    const commit = /^\[.*?([0-9a-f]{7,40})\]/.exec(run.stdout)?.[1] ?? null;
    return answer(run, `Commit created:\n${run.stdout}`, { commit });
  },
  async log({ count = 10, format = '%h %s (%an, %ar)' }, context) {
    const run = await runGit(['log', '-n', String(count), `--format=${format}`], context);
    return answer(run, `Recent commits:\n${run.stdout}`, { count });
  },
};

type Run = Awaited<ReturnType<typeof runInSandbox>> & { failure?: string };

const execGit = (argv: string[], context: ToolContext): Promise<Run> => runInSandbox(['git', ...argv], context, { progress: false });

async function runGit(argv: string[], context: ToolContext): Promise<Run> {
  const run = await execGit(argv, context);
  if (run.exit_code === 0) return run;
  const said = run.combined.trim();
  // "nothing to commit" is the last of several lines, and the one that matters to whoever reads one line.
  const short = argv[0] === 'commit' ? said.split('\n').pop() ?? said : said;
  return { ...run, failure: `git ${argv[0]} failed: ${short}` };
}

function answer(run: Run, text: string, metadata: ToolOutput['metadata']): ToolOutput {
  const output = run.failure === undefined ? text : run.failure.includes(run.combined.trim()) ? run.failure : `${run.failure}\n${run.combined}`;
  return {
    message: output.split('\n')[0]!.replace(/:$/, ''), output, stdout: run.stdout, stderr: run.stderr, exit_code: run.exit_code, timed_out: run.timed_out,
    metadata: { output: run.combined, ...metadata, ...commandMetadata(run) },
  };
}

function missing(message: string, field: string): AppError {
  return new AppError('missing_fields', message, { data: { missing_fields: [field] } });
}
