/** System calls on processes: spawn, waiting, signals, groups, working directory. */
import { DISPOSITION, SIG, WCONTINUED, WNOHANG, WUNTRACED } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { PENDING } from '../../abi/mailbox.ts';
import { block } from '../block.ts';
import { ACCESS, allowed } from '../fs/caller.ts';
import { MAX_SIGNAL } from '../process/default-actions.ts';
import { CONTINUED_STATUS } from '../process/job-control.ts';
import type { ProcessRecord } from '../process/process-record.ts';
import { ThreadRecord } from '../process/thread-record.ts';
import { type Kernel, type Process, WOULD_BLOCK } from '../types.ts';
import { intArgument, textArgument, pathArgument, timeArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';
import { spawnArgument } from './spawn-argument.ts';

/** Characters of a command line in a listing of processes; what /proc showed of it for a long time. */
const MAX_LISTED = 4096;

type Names = 'spawn' | 'exec' | 'waitpid' | 'kill' | 'sigaction' | 'getpgid' | 'setpgid' | 'getcwd' | 'chdir' | 'umask' | 'setTitle' | 'sleep' | 'exit' | 'ps';

export function processCalls(kernel: Pick<Kernel, 'vfs' | 'table' | 'memory' | 'busyMs'>): CallGroup<Names> {
  const { vfs, table, memory } = kernel;
  const find = (pid: number): ProcessRecord => {
    const process = table.get(pid);
    if (!process) throw new SysError(ERRNO.ESRCH);
    return process;
  };

  return {
    spawn(process, spec) {
      const child = table.spawn(table.record(process), spawnArgument(spec));
      if (process instanceof ThreadRecord) child.starter = process;
      return child.pid;
    },

    exec(process, spec) {
      table.exec(table.record(process), spawnArgument(spec));
      return PENDING;
    },

    waitpid(caller, pid, flags) {
      const process = table.record(caller);
      intArgument(pid);
      const wanted = (child: ProcessRecord): boolean => pid === -1 || (pid > 0 ? child.pid === pid : child.pgid === (pid === 0 ? process.pgid : -pid));
      const attempt = (): [number, number] | typeof WOULD_BLOCK => {
        let any = false;
        for (const child of process.children) {
          if (!wanted(child)) continue;
          if (child.status === 'zombie') {
            table.reap(child);
            return [child.pid, child.exitStatus];
          }
          const change = child.unreported;
          if (change !== 0 && (flags & (change === CONTINUED_STATUS ? WCONTINUED : WUNTRACED)) !== 0) {
            child.unreported = 0;
            return [child.pid, change];
          }
          any = true;
        }
        if (!any) throw new SysError(ERRNO.ECHILD);
        return WOULD_BLOCK;
      };
      if ((intArgument(flags) & WNOHANG) === 0) return block(caller, [process.childWaiters], attempt);
      const result = attempt();
      return result === WOULD_BLOCK ? [0, 0] : result;
    },

    kill(caller, pid, signal) {
      const process = table.record(caller);
      checkSignal(signal, 0);
      const targets = targetsOf(process, intArgument(pid));
      if (targets.length === 0) throw new SysError(ERRNO.ESRCH);
      if (targets.every((target) => target === table.init)) throw new SysError(ERRNO.EPERM);
      // The caller last: once it ended, nothing more is done in its name.
      for (const target of targets) if (target !== process) table.signal(target, signal);
      if (targets.includes(process)) table.signal(process, signal);
    },

    sigaction(process, signal, disposition) {
      checkSignal(signal, 1);
      if (signal === SIG.KILL || signal === SIG.STOP) throw new SysError(ERRNO.EINVAL);
      if (disposition !== DISPOSITION.DEFAULT && disposition !== DISPOSITION.IGNORE && disposition !== DISPOSITION.HANDLE) throw new SysError(ERRNO.EINVAL);
      const before = process.dispositions.get(signal) ?? DISPOSITION.DEFAULT;
      process.dispositions.set(signal, disposition);
      return before;
    },

    getpgid: (process, pid) => (pid === 0 ? process.pgid : find(intArgument(pid)).pgid),

    setpgid(caller, pid, pgid) {
      const process = pid === 0 ? table.record(caller) : find(intArgument(pid));
      if (intArgument(pgid) < 0) throw new SysError(ERRNO.EINVAL);
      if (process.pid !== caller.pid && process.ppid !== caller.pid) throw new SysError(ERRNO.ESRCH);
      if (process.sid !== caller.sid || process.sid === process.pid) throw new SysError(ERRNO.EPERM);
      const target = pgid === 0 ? process.pid : pgid;
      if (target !== process.pid && !table.groupInSession(target, process.sid)) throw new SysError(ERRNO.EPERM);
      process.pgid = target;
    },

    getcwd: (process) => vfs.pathOf(process.cwd),

    chdir(process, path) {
      const directory = vfs.lookupDirectory(process, pathArgument(path));
      if (!allowed(process, directory, ACCESS.EXECUTE)) throw new SysError(ERRNO.EACCES);
      process.cwd = directory;
    },

    umask(process, mask) {
      const before = process.umask;
      process.umask = intArgument(mask) & 0o777;
      return before;
    },

    setTitle(process, title) {
      process.argv = [textArgument(title)];
    },

    sleep(process, ms) {
      if (timeArgument(ms) < 0) throw new SysError(ERRNO.EINVAL);
      // A timeout of 0 would end at once without ever letting a signal in; the shortest sleep is a turn of the loop.
      return block<void>(process, [], () => WOULD_BLOCK, { timeoutMs: Math.max(ms, 0.1), onTimeout: () => undefined });
    },

    exit(process, code) {
      table.end(table.record(process), (intArgument(code) & 0xff) << 8);
      return PENDING;
    },

    ps(_process, measure) {
      if (measure === true) memory.refresh();
      return [...table.processes.values()].filter((process) => process.alive).map((process: Process) => {
        const { pid, ppid, pgid, argv, startMs, slot } = process;
        return { pid, ppid, pgid, argv: shortened(argv), startMs, busyMs: kernel.busyMs(process), memoryBytes: memory.bytesOf(slot, startMs) };
      });
    },
  };

  function targetsOf(process: ProcessRecord, pid: number): ProcessRecord[] {
    if (pid > 0) return [find(pid)];
    if (pid === 0) return table.group(process.pgid);
    if (pid === -1) return [...table.processes.values()].filter((other) => other !== table.init && other !== process);
    return table.group(-pid);
  }
}

/** Of a command line, as much as a listing shows: two hundred processes with arguments of the largest size would make an answer of 50 MB. */
function shortened(argv: readonly string[]): string[] {
  const out: string[] = [];
  let left = MAX_LISTED;
  for (const argument of argv) {
    if (left <= 0) break;
    out.push(argument.slice(0, left));
    left -= argument.length + 1;
  }
  return out;
}

function checkSignal(signal: unknown, lowest: number): void {
  if (intArgument(signal) < lowest || (signal as number) > MAX_SIGNAL) throw new SysError(ERRNO.EINVAL);
}
