/** Puts `git` and `tabloom` on the PATH of everything in this sandbox: people's terminals, scripts and the agent use the same ones. */
import * as fs from 'node:fs';
import { HOST_FOLDER } from './protocol.ts';
import type { Workspace } from './workspace.ts';

/** Where programs look without being told; writable in our own engine. */
const SYSTEM_BIN = '/usr/local/bin';

export function installCommands(workspace: Workspace): void {
  const bin = `${workspace.root}/${HOST_FOLDER}/bin`;
  for (const name of ['git', 'tabloom']) {
    const library = `${workspace.root}/${HOST_FOLDER}/${name}.cjs`;
    if (!fs.existsSync(library)) continue;
    const script = `#!${process.execPath}\nrequire(${JSON.stringify(library)}).main();\n`;
    place(bin, name, script);
    if (process.env.TABLOOM_SYSTEM_BIN !== '1') continue;
    try {
      place(SYSTEM_BIN, name, script);
    } catch {
      // Not writable on this engine; the project's own bin folder is on the PATH that terminals are started with.
    }
  }
  // The project's own package.json would decide whether a file without extension is CommonJS, and many say that it is not.
  if (fs.existsSync(bin)) fs.writeFileSync(`${workspace.root}/${HOST_FOLDER}/package.json`, '{"type":"commonjs"}\n');
  process.env.PATH = `${bin}:${process.env.PATH ?? ''}`;
}

function place(folder: string, name: string, script: string): void {
  fs.mkdirSync(folder, { recursive: true });
  // Put in place whole: a shell that is quicker than this would run an empty file, which says nothing and succeeds.
  const made = `${folder}/.${name}.new`;
  fs.writeFileSync(made, script, { mode: 0o755 });
  fs.chmodSync(made, 0o755);
  fs.renameSync(made, `${folder}/${name}`);
}
