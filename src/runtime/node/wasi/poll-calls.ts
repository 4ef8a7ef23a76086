/** `poll_oneoff` waits for clocks and descriptors; sockets that a module was given. */
import { POLL } from '../../abi/constants.ts';
import type { Call, Calls, Context } from './call.ts';
import { ABSTIME, EVENTTYPE, FILETYPE, RIGHT, WasiError } from './numbers.ts';
import { clockTime } from './process-calls.ts';

const SUBSCRIPTION_SIZE = 48;
const EVENT_SIZE = 32;

interface Waiting { userdata: bigint; type: number; fd: number; error: number }

function poll(context: Context, list: number, out: number, count: number, outCount: number): void {
  const { rt, memory, descriptors } = context;
  if (count === 0) throw new WasiError('EINVAL');
  const input = memory.view(list, count * SUBSCRIPTION_SIZE);
  memory.view(out, count * EVENT_SIZE);
  memory.view(outCount, 4);
  let timeout = -1;
  let clock: bigint | undefined;
  const waiting: Waiting[] = [];
  for (let i = 0; i < count; i++) {
    const at = i * SUBSCRIPTION_SIZE;
    const userdata = input.getBigUint64(at, true);
    const type = input.getUint8(at + 8);
    if (type === EVENTTYPE.CLOCK) {
      const time = input.getBigUint64(at + 24, true);
      const distance = input.getUint16(at + 40, true) & ABSTIME ? time - clockTime(context, input.getUint32(at + 16, true)) : time;
      const ms = Math.max(0, Number(distance) / 1e6);
      if (timeout < 0 || ms < timeout) [timeout, clock] = [ms, userdata];
    } else if (type === EVENTTYPE.FD_READ || type === EVENTTYPE.FD_WRITE) {
      try {
        waiting.push({ userdata, type, fd: descriptors.get(input.getUint32(at + 16, true), RIGHT.POLL_FD_READWRITE).fd, error: 0 });
      } catch (error) {
        if (!(error instanceof WasiError)) throw error;
        waiting.push({ userdata, type, fd: -1, error: error.errno });
      }
    } else throw new WasiError('EINVAL');
  }
  const failed = waiting.filter(({ error }) => error !== 0);
  const open = waiting.filter(({ error }) => error === 0);
  if (open.length === 0 && failed.length === 0) rt.sys.sleep(timeout);
  const ready = open.length === 0 ? [] : rt.sys.pollSync(open.map(({ fd }) => fd), open.map(({ type }) => (type === EVENTTYPE.FD_READ ? POLL.IN : POLL.OUT)), failed.length > 0 ? 0 : timeout);
  let events = 0;
  const emit = (userdata: bigint, type: number, error: number, flags: number): void => {
    memory.bytes(out + events * EVENT_SIZE, EVENT_SIZE).fill(0);
    const view = memory.view(out + events++ * EVENT_SIZE, EVENT_SIZE);
    view.setBigUint64(0, userdata, true);
    view.setUint16(8, error, true);
    view.setUint8(10, type);
    view.setUint16(24, flags, true);
  };
  for (const { userdata, type, error } of failed) emit(userdata, type, error, 0);
  open.forEach(({ userdata, type }, i) => {
    if (ready[i]) emit(userdata, type, 0, ready[i]! & POLL.HUP ? 1 : 0);
  });
  if (events === 0 && clock !== undefined) emit(clock, EVENTTYPE.CLOCK, 0, 0);
  memory.set32(outCount, events);
}

/** A module cannot open sockets; one that it was handed must be one. */
const socketCall = (types: string): Call => ({
  types,
  run({ descriptors }, number) {
    if (descriptors.get(number).type !== FILETYPE.SOCKET_STREAM) throw new WasiError('ENOTSOCK');
    throw new WasiError('ENOTSUP');
  },
});

export const pollCalls: Calls = {
  poll_oneoff: { types: 'iiii', run: poll },
  sock_accept: socketCall('iii'),
  sock_recv: socketCall('iiiiii'),
  sock_send: socketCall('iiiii'),
  sock_shutdown: socketCall('ii'),
};
