/** `/proc`: what programs ask about themselves, other processes and the machine. */
import { SymlinkInode, type DirectoryInode } from '../fs/inode.ts';
import { mkdirp } from '../fs/create.ts';
import type { Vfs } from '../fs/vfs.ts';
import type { ProcessRecord } from '../process/process-record.ts';
import type { ProcessTable } from '../process/process-table.ts';
import { processDirectory } from './process-directory.ts';
import { type Maker, ProcDirectory, ProcFile } from './proc-inodes.ts';
import { cpuinfo, KERNEL, loadavg, meminfo, uptime, version } from './machine.ts';

const ROOT = { uid: 0, gid: 0 };

/** Mounts it. Processes show up in it while they are in the table. */
export function addProc(vfs: Vfs, table: Pick<ProcessTable, 'processes' | 'get'>): void {
  const parent = vfs.root;
  const bootMs = Date.now();
  const directories = new WeakMap<ProcessRecord, DirectoryInode>();
  const ofProcess = (process: ProcessRecord): DirectoryInode => {
    let directory = directories.get(process);
    if (!directory) directories.set(process, (directory = processDirectory(vfs, process, proc, bootMs)));
    return directory;
  };
  const text = (make: () => string): Maker => {
    const inode = new ProcFile(ROOT, make);
    return () => inode;
  };
  /** `self` depends on who looks; the kernel itself is nobody. */
  const self: Maker = (caller) => new SymlinkInode(String((caller as { pid?: number }).pid ?? 1), ROOT);
  const folder = (entries: Map<string, Maker>): Maker => () => new ProcDirectory(parent, ROOT, () => entries, (name) => entries.get(name));
  const kernel = new Map(Object.entries(KERNEL).map(([name, value]) => [name, text(() => `${value}\n`)]));
  const fixed = new Map<string, Maker>([
    ['cpuinfo', text(cpuinfo)], ['loadavg', text(() => loadavg(table.processes))], ['meminfo', text(meminfo)], ['self', self],
    ['sys', folder(new Map([['kernel', folder(kernel)]]))],
    ['uptime', text(() => uptime(bootMs))], ['version', text(version)],
    ['mounts', () => new SymlinkInode('self/mounts', ROOT)],
  ]);
  const find = (name: string): Maker | undefined => {
    const known = fixed.get(name);
    if (known || !/^[1-9]\d{0,8}$/.test(name)) return known;
    const process = table.get(Number(name));
    return process && (() => ofProcess(process));
  };
  const proc: ProcDirectory = new ProcDirectory(parent, ROOT, function* () {
    for (const process of table.processes.values()) yield [String(process.pid), () => ofProcess(process)];
    yield* fixed;
  }, find);
  mkdirp(vfs, vfs.kernel, '/proc');
  parent.remove('proc');
  parent.add('proc', proc);
}
