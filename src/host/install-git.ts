/** Puts a `git` command on the PATH of everything in this sandbox: people's terminals, scripts and the agent use the same one. */
import * as fs from 'node:fs';
import { HOST_FOLDER } from './protocol.ts';
import type { Workspace } from './workspace.ts';

/** Where programs look without being told; writable in our own engine. */
const SYSTEM_BIN = '/usr/local/bin/git';

export function installGit(workspace: Workspace): void {
  const bin = `${workspace.root}/${HOST_FOLDER}/bin`;
  const library = `${workspace.root}/${HOST_FOLDER}/git.cjs`;
  if (!fs.existsSync(library)) return;
  const script = `#!${process.execPath}\nrequire(${JSON.stringify(library)}).main();\n`;
  fs.mkdirSync(bin, { recursive: true });
  // The project's own package.json would decide whether a file without extension is CommonJS, and many say that it is not.
  fs.writeFileSync(`${workspace.root}/${HOST_FOLDER}/package.json`, '{"type":"commonjs"}\n');
  fs.writeFileSync(`${bin}/git`, script, { mode: 0o755 });
  fs.chmodSync(`${bin}/git`, 0o755);
  process.env.PATH = `${bin}:${process.env.PATH ?? ''}`;
  if (process.env.TABLOOM_SYSTEM_BIN !== '1') return;
  try {
    fs.mkdirSync('/usr/local/bin', { recursive: true });
    fs.writeFileSync(SYSTEM_BIN, script, { mode: 0o755 });
    fs.chmodSync(SYSTEM_BIN, 0o755);
  } catch {
    // Not writable on this engine; the project's own bin folder is on the PATH that terminals are started with.
  }
}
