/** What variables of the environment set beside NODE_OPTIONS (HandleEnvOptions of node.cc): the flags come after them and win. */

export type Preset = [option: string, value: boolean | string];

const SWITCHES = { NODE_PENDING_DEPRECATION: '--pending-deprecation', NODE_PRESERVE_SYMLINKS: '--preserve-symlinks', NODE_PRESERVE_SYMLINKS_MAIN: '--preserve-symlinks-main' };

export function presets(env: { readonly [name: string]: string | undefined }): Preset[] {
  const set: Preset[] = Object.entries(SWITCHES).filter(([name]) => env[name] === '1').map(([, option]) => [option, true]);
  if (env.NODE_REDIRECT_WARNINGS) set.push(['--redirect-warnings', env.NODE_REDIRECT_WARNINGS]);
  return set;
}
