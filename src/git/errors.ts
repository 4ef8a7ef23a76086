/** A failure in git's own words: the text for stderr and the exit code. */
export class GitError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 128) {
    super(message);
    this.name = 'GitError';
    this.exitCode = exitCode;
  }
}

export const fatal = (message: string, exitCode = 128): GitError => new GitError(`fatal: ${message}`, exitCode);
