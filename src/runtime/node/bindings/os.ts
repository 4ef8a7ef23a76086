import { ERRNO, SysError } from '../../abi/errno.ts';
import { SYSTEM } from '../../abi/system.ts';
import type { Binding, Internal } from '../runtime.ts';
import { HOST } from '../process/host.ts';
import { NotAvailableError } from '../stubs.ts';

export const os: Binding = {
  name: 'os',
  create(rt, shape) {
    const { navigator, performance } = rt.native;
    const cpus = (): number => Math.max(1, Math.min(4, navigator.hardwareConcurrency || 1));
    const mebibytes = 1024 * 1024;
    /** Recorded and reported; the browser's scheduler takes no advice. */
    let priority = 0;
    const isOwn = (pid: number): boolean => pid === 0 || pid === rt.start!.pid;
    const otherProcess = (pid: number, name: string): never => {
      // A negative number would be a group of processes to kill(2); here it is nobody.
      if (pid < 0) throw new SysError(ERRNO.ESRCH);
      rt.sys.kill(pid, 0);
      throw new NotAvailableError(`os.${name}() of another process`, 'a process knows its own alone');
    };
    /** The library raises the error from what is put into `context`. */
    const fails = (syscall: string, context: Internal, run: () => never): undefined => {
      try {
        return run();
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        const [code, message] = rt.internalBinding('uv').getErrorMap().get(-e.errno);
        Object.assign(context, { syscall, code, message, errno: -e.errno });
        return undefined;
      }
    };
    return Object.assign(shape, {
      getHostname: () => SYSTEM.host,
      getOSInformation: () => [SYSTEM.name, SYSTEM.version, SYSTEM.release, SYSTEM.machine],
      getHomeDirectory: () => rt.process.env.HOME ?? HOST.home,
      getAvailableParallelism: cpus,
      getCPUs: () => Array.from({ length: cpus() }, () => ['WebAssembly', 0, 0, 0, 0, 0, 0]).flat(),
      // What a tab may use, not what the machine has: a browser does not tell.
      getTotalMem: () => 4096 * mebibytes,
      getFreeMem: () => 2048 * mebibytes,
      getUptime: () => Math.floor(performance.now()) / 1000,
      getLoadAvg(out: Float64Array) {
        out.fill(0);
      },
      getInterfaceAddresses: () => [
        'lo', '127.0.0.1', '255.0.0.0', 'IPv4', '00:00:00:00:00:00', true, -1,
        'lo', '::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'IPv6', '00:00:00:00:00:00', true, 0,
      ],
      getUserInfo(options: { encoding?: string } | undefined) {
        const { Buffer } = rt.requireBuiltin('buffer');
        const text = (value: string): unknown => (options?.encoding === 'buffer' ? Buffer.from(value) : value);
        return { __proto__: null, uid: HOST.uid, gid: HOST.uid, username: text(HOST.user), homedir: text(HOST.home), shell: text(HOST.shell) };
      },
      getPriority(pid: number, context: Internal) {
        if (isOwn(pid)) return priority;
        return fails('uv_os_getpriority', context, () => otherProcess(pid, 'getPriority'));
      },
      setPriority(pid: number, value: number, context: Internal) {
        if (!isOwn(pid)) return fails('uv_os_setpriority', context, () => otherProcess(pid, 'setPriority'));
        priority = value;
        return 0;
      },
    });
  },
};
