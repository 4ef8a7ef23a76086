/** `/proc/<pid>`. */
import { DescriptorInode, type DirectoryInode, type Inode, MagicLinkInode, SymlinkInode } from '../fs/inode.ts';
import { pathOrNone } from '../fs/path-or-none.ts';
import type { Vfs } from '../fs/vfs.ts';
import type { ProcessRecord } from '../process/process-record.ts';
import { type Maker, ProcDirectory, ProcFile } from './proc-inodes.ts';

/** Clock ticks in a second, which `stat` counts in. */
const TICKS = 100;
/** Characters of a name, as Linux keeps them. */
const MAX_NAME = 15;
/** Fields of `stat` since Linux 3.5. */
const STAT_FIELDS = 52;

export function processDirectory(vfs: Vfs, process: ProcessRecord, parent: DirectoryInode, bootMs: number): DirectoryInode {
  const entries = new Map<string, Maker>();
  const directory = new ProcDirectory(parent, process, () => entries, (name) => entries.get(name));
  const text = (name: string, make: () => string, mode?: number): void => {
    const inode = new ProcFile(process, make, mode);
    entries.set(name, () => inode);
  };
  text('cmdline', () => (process.alive ? process.argv.map((argument) => `${argument}\0`).join('') : ''));
  text('comm', () => `${nameOf(process)}\n`);
  entries.set('cwd', () => new MagicLinkInode(pathOf(vfs, process.cwd), process, () => process.cwd));
  text('environ', () => Object.entries(process.environment).map(([name, value]) => `${name}=${value}\0`).join(''), 0o400);
  entries.set('exe', () => new SymlinkInode(process.execPath, process));
  const descriptors = new ProcDirectory(directory, process, function* () {
    for (const fd of process.fds.numbers()) yield [String(fd), () => descriptorLink(vfs, process, fd)];
  }, (name) => (/^\d{1,6}$/.test(name) && process.fds.has(Number(name)) ? () => descriptorLink(vfs, process, Number(name)) : undefined));
  entries.set('fd', () => descriptors);
  text('mounts', () => 'tabloom / tmpfs rw,relatime 0 0\nproc /proc proc rw,nosuid,nodev,noexec,relatime 0 0\n');
  entries.set('root', () => new SymlinkInode('/', process));
  text('stat', () => stat(process, bootMs));
  text('status', () => status(process));
  return directory;
}

/** The link of a descriptor: its text may name nothing (a pipe), but following it leads to what is open. */
function descriptorLink(vfs: Vfs, process: ProcessRecord, fd: number): Inode {
  const file = process.fds.get(fd);
  const { inode } = file;
  const named = inode && inode.parent && inode.nlink > 0 && inode.parent.entries.get(inode.name) === inode;
  const target = named ? `${pathOf(vfs, inode.parent!).replace(/\/$/, '')}/${inode.name}` : file.path;
  return new MagicLinkInode(target, process, () => inode ?? new DescriptorInode(file));
}

/** As Linux shows a folder that was removed, but for the path, which nobody knows any more. */
const pathOf = (vfs: Vfs, directory: DirectoryInode): string => pathOrNone(vfs, directory) || ' (deleted)';

/** Node names its main thread so, and that is what Linux shows for it. */
function nameOf(process: ProcessRecord): string {
  return process.kind === 'node' ? 'MainThread' : (process.argv[0] ?? '').replace(/^.*\//, '').slice(0, MAX_NAME);
}

/** One letter and its word: whoever waits in a call sleeps, whoever does not may be running. */
function stateOf(process: ProcessRecord): [string, string] {
  if (!process.alive) return ['Z', 'zombie'];
  if (process.stopSignal !== 0) return ['T', 'stopped'];
  return process.interruptWait === null ? ['R', 'running'] : ['S', 'sleeping'];
}

function status(process: ProcessRecord): string {
  const [letter, word] = stateOf(process);
  const ids = (id: number): string => `${id}\t${id}\t${id}\t${id}`;
  return [
    `Name:\t${nameOf(process)}`, `Umask:\t${process.umask.toString(8).padStart(4, '0')}`, `State:\t${letter} (${word})`, `Tgid:\t${process.pid}`, `Pid:\t${process.pid}`, `PPid:\t${process.ppid}`,
    'TracerPid:\t0', `Uid:\t${ids(process.uid)}`, `Gid:\t${ids(process.gid)}`, `FDSize:\t${Math.max(64, process.fds.numbers().length)}`, '',
  ].join('\n');
}

function stat(process: ProcessRecord, bootMs: number): string {
  const { terminal } = process.session;
  const ticks = (ms: number): number => Math.max(0, Math.round((ms / 1000) * TICKS));
  const fields: (number | string)[] = new Array(STAT_FIELDS).fill(0);
  const head = [
    process.pid, `(${nameOf(process)})`, stateOf(process)[0], process.ppid, process.pgid, process.sid,
    // The number of the terminal's device: 136 is the pseudo-terminals' major.
    terminal ? 136 * 256 + terminal.index : 0, terminal ? terminal.foreground : -1,
  ];
  fields.splice(0, head.length, ...head);
  fields[13] = ticks(process.busyMs);
  fields[17] = 20;
  fields[19] = 1;
  fields[21] = ticks(process.startMs - bootMs);
  return `${fields.join(' ')}\n`;
}
