/** Which calls of npm the fast way takes: those whose settings change nothing about the tree. */
import { existsSync, readFileSync } from 'node:fs';
import { Unusual } from './lockfile.ts';

export interface Settings { ignoreScripts: boolean; silent: boolean; fund: boolean; progress: boolean }

const COMMANDS = new Set(['ci', 'clean-install', 'ic', 'install-clean']);
/** Settings that decide about words only. */
const HARMLESS = new Set(['audit', 'fund', 'progress', 'update-notifier', 'prefer-offline', 'init-author-name']);

/** @throws Unusual for everything it does not know */
export function settingsOf(argv: readonly string[], env: { [name: string]: string | undefined }): Settings {
  const [command, ...flags] = argv;
  if (command === undefined || !COMMANDS.has(command)) throw new Unusual('another command');
  // Then npm leaves out what only development needs.
  if (env.NODE_ENV === 'production') throw new Unusual('NODE_ENV is production');
  const settings: Settings = { ignoreScripts: false, silent: false, fund: true, progress: progressByDefault(env) };
  const take = (name: string, value: string): void => {
    if (!HARMLESS.has(name) || (value !== 'true' && value !== 'false' && name !== 'init-author-name')) throw new Unusual(`the setting ${name}`);
    if (name === 'fund' || name === 'progress') settings[name] = value === 'true';
  };
  // What stands nearer to the project counts: it comes later.
  for (const file of ['/usr/local/etc/npmrc', `${env.HOME ?? '/home'}/.npmrc`, '.npmrc']) {
    if (!existsSync(file)) continue;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, name, value] = /^\s*([\w-]+)\s*=\s*(\S*)\s*$/.exec(line) ?? [];
      if (name !== undefined) take(name, value!);
      else if (line.trim() !== '' && !/^\s*[#;]/.test(line)) throw new Unusual(`a line in ${file}`);
    }
  }
  for (const [name, value] of Object.entries(env)) if (/^npm_config_/i.test(name)) take(name.slice(11).toLowerCase().replaceAll('_', '-'), value!);
  for (const flag of flags) {
    if (flag === '--ignore-scripts') settings.ignoreScripts = true;
    else if (flag === '--silent' || flag === '-s') settings.silent = true;
    else take(flag.replace(/^--(no-)?/, ''), flag.startsWith('--no-') ? 'false' : flag.startsWith('--') ? 'true' : '');
  }
  return settings;
}

/** As npm decides where nobody says; whether there is a terminal it looks in any case. */
function progressByDefault({ CI }: { [name: string]: string | undefined }): boolean {
  return CI === undefined || CI === '' || CI === 'false';
}
