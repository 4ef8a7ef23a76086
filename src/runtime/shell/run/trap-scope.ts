/** Traps that functions do not inherit: ERR, DEBUG and RETURN, unless `set -E` or `set -T` say otherwise. */
import type { Shell } from './shell.ts';

const SCOPED = [['ERR', 'errtrace'], ['DEBUG', 'functrace'], ['RETURN', 'functrace']] as const;

/** Takes them away while a function runs. */
export function holdTraps(shell: Shell): Map<string, string> {
  const held = new Map<string, string>();
  for (const [name, option] of SCOPED) {
    const action = shell.traps.get(name);
    if (action === undefined || shell.has(option)) continue;
    held.set(name, action);
    shell.traps.delete(name);
  }
  return held;
}

/** Brings them back where the function set none of its own. */
export function giveBackTraps(shell: Shell, held: Map<string, string>): void {
  for (const [name, action] of held) if (!shell.traps.has(name)) shell.traps.set(name, action);
}
