/** Asks name servers that listen on this machine, over its datagrams: those of the outside a page cannot reach. */
import { POLL } from '../../abi/constants.ts';
import { MAX_PACKED, packDatagram, unpackDatagram } from '../../abi/datagram.ts';
import { SysError } from '../../abi/errno.ts';
import type { NodeRuntime } from '../runtime.ts';
import { answerIn, type DnsMessage } from './message.ts';

export interface NameServer { address: string; port: number }
/** Milliseconds; `maxTimeout` 0: no bound. A round of all servers that did not answer doubles the time (RFC 1035 4.2.1). */
export interface Patience { timeout: number; tries: number; maxTimeout: number }

/** `done` hears once, from a turn of the loop, unless cancelled first. Codes are c-ares'. The process lives until then. */
export function askServers(rt: NodeRuntime, servers: readonly NameServer[], patience: Patience, id: number, question: Uint8Array, done: (answer: DnsMessage | 'ETIMEOUT' | 'ECONNREFUSED') => void): { cancel(): void } {
  const scratch = new Uint8Array(MAX_PACKED);
  let stop = (): void => {};
  let over = false;
  rt.loop.ref();
  const end = (): void => {
    stop();
    over = true;
    rt.loop.unref();
  };
  const finish = (answer: DnsMessage | 'ETIMEOUT' | 'ECONNREFUSED'): void => {
    if (over) return;
    end();
    rt.loop.complete(() => done(answer));
  };

  const attempt = (number: number, last: 'ETIMEOUT' | 'ECONNREFUSED'): void => {
    stop();
    if (number >= patience.tries * servers.length) return finish(last);
    const { address, port } = servers[number % servers.length]!;
    const next = (why: 'ETIMEOUT' | 'ECONNREFUSED'): void => {
      if (!over) attempt(number + 1, why);
    };
    const [fd] = rt.sys.udpOpen(address.includes(':') ? '::1' : '127.0.0.1', 0, 'no', false);
    rt.sys.setNonblock(fd, true);
    const wanted = patience.timeout * 2 ** Math.floor(number / servers.length);
    const timer = rt.native.setTimeout(() => next('ETIMEOUT'), patience.maxTimeout > 0 ? Math.min(wanted, patience.maxTimeout) : wanted);
    const watch = rt.loop.watchFd(fd, POLL.IN, () => {
      try {
        const { data } = unpackDatagram(scratch.subarray(0, rt.sys.read(fd, scratch, -1)))!;
        const answer = answerIn(data.slice());
        // Somebody else's answer, or none: the right one may still come.
        if (answer?.id === id) finish(answer);
      } catch (error) {
        if (!(error instanceof SysError)) throw error;
        if (error.code !== 'EAGAIN' && error.code !== 'EINTR') next('ECONNREFUSED');
      }
    });
    stop = () => {
      stop = () => {};
      rt.native.clearTimeout(timer);
      watch.close();
      rt.sys.close(fd);
    };
    try {
      rt.sys.udpConnect(fd, address, port);
      rt.sys.write(fd, packDatagram({ address: '', port: 0, data: question }), -1);
      watch.update(POLL.IN);
    } catch (error) {
      if (!(error instanceof SysError)) throw error;
      next('ECONNREFUSED');
    }
  };
  attempt(0, 'ETIMEOUT');
  return { cancel: () => { if (!over) end(); } };
}
