/** Names of the commands that the shell program holds: the kernel installs one file in /bin for each. Kept in step with `index.ts` by a test; apart from it so that the kernel does not carry the commands. */
export const COMMAND_NAMES: readonly string[] = [
  'cat', 'echo', 'env', 'ls', 'pwd', 'true', 'false',
];
