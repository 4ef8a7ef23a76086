/** What a person who types a program that is not in this sandbox yet needs to know beside "command not found". */

const NPM = 'This sandbox has npm and npx. Another package manager runs with: npx --yes NAME';
const EDITOR = 'The editor in the terminal is nano; the one in the page edits the same files.';
const HINTS: Record<string, string> = {
  pnpm: NPM, yarn: NPM,
  python: 'Python is not in this sandbox yet.', python3: 'Python is not in this sandbox yet.', pip: 'Python is not in this sandbox yet.',
  mkfifo: 'Named pipes are not in this sandbox yet; <(command) and >(command) stand for a file in their place.',
  flock: 'Locks on files are not in this sandbox yet; mkdir of a folder that must not exist does the same for scripts.',
  vi: EDITOR, vim: EDITOR, emacs: EDITOR,
};

/** A line for the terminal, or nothing. Scripts and pipes get bash's own message alone: their output is compared and parsed. */
export function missingProgramHint(name: string): string | undefined {
  return HINTS[name];
}
