/** `git clone` in the sandbox, for people who do not use the terminal. */
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { AppError } from '../../shared/errors.ts';

export interface CloneRequest {
  url: string;
  /** Empty for the one that the remote stands on. */
  branch: string;
  /** Below the project's root; `.` is the root itself, which must be empty. */
  folder: string;
  /** Goes to the one process and nowhere else. */
  token: string;
  corsProxy: string;
}

/** The folder that git would choose. */
export function folderOf(url: string): string {
  return url.trim().replace(/[?#].*$/, '').replace(/\/+$/, '').split(/[/:]/).pop()!.replace(/\.(git|bundle)$/, '');
}

/**
 * Resolves when the folder is there. `onProgress` gets git's last line; a fired signal stops git and removes what there is.
 * @throws AppError `invalid_arguments` before anything is started, `aborted`, or `clone_failed` with git's own words.
 */
export async function cloneRepository(sandbox: Pick<Sandbox, 'spawn' | 'fs' | 'env'>, request: CloneRequest, { onProgress, signal }: { onProgress(line: string): void; signal: AbortSignal }): Promise<void> {
  const { url, branch, folder, token, corsProxy } = request;
  if (!/^https?:\/\/[^\s/]+\/\S+$/i.test(url)) throw new AppError('invalid_arguments', 'Give the address of a repository that begins with https://.');
  if (folder !== '.' && (folder === '' || folder.split('/').some((part) => part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git'))) throw new AppError('invalid_arguments', 'Give a folder inside the project.');
  const there = await sandbox.fs.readdir(folder).then((entries) => entries.some((name) => name !== '.tabloom'), () => undefined);
  if (there) throw new AppError('invalid_arguments', folder === '.' ? 'The project is not empty.' : `The folder ${folder} is there already, and not empty.`);
  const env = { ...sandbox.env, ...(token === '' ? {} : { GIT_TOKEN: token }), ...(corsProxy === '' ? {} : { GIT_CORS_PROXY: corsProxy }), GIT_TERMINAL_PROMPT: '0' };
  const program = await sandbox.spawn('git', ['clone', ...(branch === '' ? [] : ['--branch', branch]), '--', url, folder], { env });
  const stop = (): void => program.kill();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let text = '';
  const reading = program.output.pipeTo(new WritableStream({
    write(chunk) {
      text = (text + chunk).slice(-20_000);
      const line = plain(text).trimEnd().split('\n').pop();
      if (line) onProgress(line);
    },
  })).catch(() => undefined);
  const code = await program.exit;
  signal.removeEventListener('abort', stop);
  if (signal.aborted) {
    if (there === undefined) await sandbox.fs.rm(folder, { recursive: true, force: true });
    throw new AppError('aborted', 'Cloning was stopped.');
  }
  if (code === 0) return;
  await reading;
  const lines = plain(text).split('\n').filter((line) => /^(fatal|error|hint): /.test(line)).map((line) => line.replace(/^(fatal|error|hint): /, ''));
  throw new AppError('clone_failed', lines.join('\n') || `git ended with code ${code}.`);
}

/** Without colours, and of lines that were written over only the last state. */
function plain(text: string): string {
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replace(/\r\n/g, '\n').replace(/[^\n]*\r(?=[^\n])/g, '');
}
