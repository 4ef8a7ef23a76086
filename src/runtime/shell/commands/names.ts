/** Names of the /bin entries that the shell's worker serves. Kept apart from the commands so that the kernel knows them without their code; a test holds the two together. */
export const COMMAND_NAMES: readonly string[] = [];
