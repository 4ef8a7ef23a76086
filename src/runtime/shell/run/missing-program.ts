/** What a person who types a program that is not in this sandbox yet needs to know beside "command not found". */

const NPM = 'This sandbox has npm and npx. Another package manager runs with: npx --yes NAME';
const HINTS: Record<string, string> = {
  pnpm: NPM, yarn: NPM,
  python: 'Python is not in this sandbox yet.', python3: 'Python is not in this sandbox yet.', pip: 'Python is not in this sandbox yet.',
  vi: 'There is no editor in the terminal yet; the one in the page edits the same files.', vim: 'There is no editor in the terminal yet; the one in the page edits the same files.', nano: 'There is no editor in the terminal yet; the one in the page edits the same files.',
};

/** A line for the terminal, or nothing. Scripts and pipes get bash's own message alone: their output is compared and parsed. */
export function missingProgramHint(name: string): string | undefined {
  return HINTS[name];
}
