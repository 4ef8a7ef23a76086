/** What a new sandbox's filesystem holds before anything is mounted: its programs, system files and home. */
import { SYSTEM } from '../abi/system.ts';
import { EXEC_MAGIC, type ProgramKind } from '../abi/messages.ts';
import { COMMAND_NAMES, MORE_NAMES } from '../shell/commands/names.ts';
import { kernelCaller } from './fs/caller.ts';
import { mkdirp, symlink } from './fs/create.ts';
import { setMode } from './fs/metadata.ts';
import { writeWhole } from './fs/open.ts';
import type { Vfs } from './fs/vfs.ts';
import { O } from '../abi/constants.ts';
import { USER_ID } from './types.ts';

export const HOME = '/home';
export const HOSTNAME = SYSTEM.host;

/** Names the shell itself answers to. */
const SHELLS = ['sh', 'bash', 'jsh'];
/** Programs that `#!` lines look for below /usr/bin although they lie in /bin. */
const LINKED = ['env', 'sh', 'bash'];

const FILES: { [path: string]: string } = {
  '/etc/passwd': `root:x:0:0:root:/root:/bin/sh\nuser:x:${USER_ID}:${USER_ID}:user:${HOME}:/bin/sh\n`,
  '/etc/group': `root:x:0:\nuser:x:${USER_ID}:\n`,
  '/etc/hosts': `127.0.0.1\tlocalhost ${HOSTNAME}\n::1\tlocalhost\n`,
  '/etc/hostname': `${HOSTNAME}\n`,
  '/etc/os-release': 'NAME="Tabloom"\nID=tabloom\nPRETTY_NAME="Tabloom"\n',
  // Names are looked up by the browser; there is no server to name.
  '/etc/resolv.conf': '',
  '/etc/shells': '/bin/sh\n/bin/bash\n',
};

/** Fills an empty filesystem. Devices are added apart from this (`addDevices`). */
export function installImage(vfs: Vfs): void {
  const root = vfs.kernel;
  for (const folder of ['/bin', '/usr/bin', '/etc', '/root']) mkdirp(vfs, root, folder, 0o755);
  // The person's own: home, and /usr/local for what is installed globally.
  const user = kernelCaller(vfs.root, { uid: USER_ID, gid: USER_ID });
  for (const folder of [HOME, '/usr/local']) {
    const inode = mkdirp(vfs, root, folder, 0o755);
    inode.uid = USER_ID;
    inode.gid = USER_ID;
  }
  for (const folder of ['/usr/local/bin', '/usr/local/lib', '/usr/local/lib/node_modules']) mkdirp(vfs, user, folder, 0o755);
  setMode(vfs, root, mkdirp(vfs, root, '/tmp'), 0o1777);

  const write = (path: string, text: string, mode: number): void => {
    writeWhole(vfs, root, path, O.WRONLY | O.CREAT, mode, new TextEncoder().encode(text));
  };
  const program = (path: string, kind: ProgramKind, applet: string): void => write(path, `${EXEC_MAGIC}${kind} ${applet}\n`, 0o755);
  for (const name of new Set([...SHELLS, ...COMMAND_NAMES, ...MORE_NAMES])) program(`/bin/${name}`, 'shell', name);
  program('/usr/bin/node', 'node', 'node');
  for (const name of LINKED) if (vfs.exists(root, `/bin/${name}`)) symlink(vfs, root, `/bin/${name}`, `/usr/bin/${name}`);
  for (const [path, text] of Object.entries(FILES)) write(path, text, 0o644);
}
