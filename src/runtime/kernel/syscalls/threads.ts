/** System calls on the threads of a process and the message ports between them. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { PENDING } from '../../abi/mailbox.ts';
import type { ThreadSpec } from '../../abi/syscalls.ts';
import { ThreadRecord } from '../process/thread-record.ts';
import type { Kernel } from '../types.ts';
import { bytesArgument, intArgument, intsArgument, pathArgument, textArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';
import { environment } from './spawn-argument.ts';

type Names = 'threadReserve' | 'threadStart' | 'threadExit' | 'threadTerminate' | 'portPair' | 'portJoin' | 'portSend' | 'portReceive' | 'portUnreceive' | 'portClose'
  | 'lockRequest' | 'lockRelease' | 'lockQuery' | 'envShare' | 'envGet' | 'envSet' | 'envNames';

export function threadCalls({ table }: Pick<Kernel, 'table'>): CallGroup<Names> {
  return {
    threadReserve: (process) => table.threadsOf(process).reserve(process),
    threadStart(process, id, spec) {
      if (typeof spec !== 'object' || spec === null) throw new SysError(ERRNO.EFAULT);
      const { argv, env, execPath, payload } = spec as { [K in keyof ThreadSpec]: unknown };
      if (!Array.isArray(argv) || typeof env !== 'object' || env === null || typeof payload !== 'string') throw new SysError(ERRNO.EFAULT);
      table.threadsOf(process).start(process, intArgument(id), { argv: argv.map(pathArgument), env: environment(env as { [name: string]: unknown }), execPath: pathArgument(execPath), payload });
    },
    threadExit(process, code) {
      if (!(process instanceof ThreadRecord)) throw new SysError(ERRNO.EINVAL);
      table.threadsOf(process).exit(process, intArgument(code));
      return PENDING;
    },
    threadTerminate: (process, id) => table.threadsOf(process).terminate(process, intArgument(id)),
    portPair: (process) => table.threadsOf(process).ports.pair(process),
    portJoin: (process, name) => table.threadsOf(process).ports.join(process, textArgument(name)),
    portSend: (process, port, bytes, ports, natives, more) => table.threadsOf(process).ports.send(process, intArgument(port), bytesArgument(bytes), intsArgument(ports), natives === true, more === true),
    portReceive: (process, port, seen) => table.threadsOf(process).ports.receive(process, intArgument(port), intArgument(seen)),
    portUnreceive: (process, port, seq, bytes, ports) => table.threadsOf(process).ports.unreceive(process, intArgument(port), intArgument(seq), bytesArgument(bytes), intsArgument(ports)),
    portClose: (process, port) => table.threadsOf(process).ports.close(process, intArgument(port)),
    lockRequest: (process, name, client, exclusive, steal, ifAvailable) => table.threadsOf(process).locks.request(process, textArgument(name), textArgument(client), exclusive === true, steal === true, ifAvailable === true),
    lockRelease: (process, id) => table.threadsOf(process).locks.release(process, intArgument(id)),
    lockQuery: (process) => table.threadsOf(process).locks.query(process),
    envShare(process, env) {
      if (typeof env !== 'object' || env === null) throw new SysError(ERRNO.EFAULT);
      table.threadsOf(process).environment ??= new Map(Object.entries(environment(env)));
    },
    envGet: (process, name) => table.threadsOf(process).environment?.get(pathArgument(name)) ?? null,
    envSet(process, name, value) {
      const shared = table.threadsOf(process).environment;
      if (value === null) shared?.delete(pathArgument(name));
      else shared?.set(pathArgument(name), pathArgument(value));
    },
    envNames: (process) => [...table.threadsOf(process).environment?.keys() ?? []],
  };
}
