import { SysError } from '../../abi/errno.ts';
import { HOST } from '../process/host.ts';
import type { Binding, Internal } from '../runtime.ts';
import { AsyncContext } from '../streams/async-context.ts';
import { expose } from '../streams/expose.ts';
import { canonicalIp, ipv6Bytes, isIpv4 } from '../streams/ip.ts';

/** getaddrinfo's "no such name" in libuv's numbers. */
const UV_EAI_NONAME = -3008;
const UV_EINVAL = -22;

/** c-ares' texts for what the sandbox can answer. */
const ARES_TEXTS: { readonly [code: number]: string } = {
  0: 'Successful completion', 1: 'DNS server returned answer with no data', 4: 'Domain name not found', 11: 'Could not contact DNS servers', 12: 'Timeout while contacting DNS servers',
};

/** Names are those of this machine, and those outside, which get addresses that stand for them (`kernel/outside/names.ts`): a page cannot ask a name server. */
export const cares_wrap: Binding = {
  name: 'cares_wrap',
  create(rt, shape) {
    const { AF_INET, AF_INET6, DNS_ORDER_IPV6_FIRST } = shape;
    const local = new Set(['localhost', 'ip6-localhost', 'localhost.localdomain', HOST.name]);

    const outside = (host: string): string[] => {
      try {
        return [rt.sys.outsideAddress(host)];
      } catch (e) {
        if (e instanceof SysError && e.code === 'ENOENT') return [];
        throw e;
      }
    };

    const addresses = (name: string, family: number, order: number): string[] => {
      const literal = canonicalIp(name);
      if (literal !== undefined) return family === 0 || (family === 4 || family === AF_INET) === isIpv4(literal) ? [literal] : [];
      const host = name.toLowerCase().replace(/\.$/, '');
      if (!local.has(host) && !host.endsWith('.localhost')) return family === 6 || family === AF_INET6 ? [] : outside(host);
      if (family === 4 || family === AF_INET) return ['127.0.0.1'];
      if (family === 6 || family === AF_INET6) return ['::1'];
      return order === DNS_ORDER_IPV6_FIRST ? ['::1', '127.0.0.1'] : ['127.0.0.1', '::1'];
    };

    const answer = (type: string, req: Internal, ...args: unknown[]): number => {
      const context = AsyncContext.ofRequest(rt, type, req);
      rt.loop.complete(() => {
        context.destroy();
        context.call(req.oncomplete, req, ...args);
      });
      return 0;
    };

    class ChannelWrap {
      #servers: unknown[] = [['127.0.0.1', 53]];
      #own = false;
      static hasOwnServers(channel: ChannelWrap): boolean {
        return channel.#own;
      }
      getServers(): unknown[] {
        return this.#servers;
      }
      setServers(servers: [number, string, number][]): number {
        this.#own = true;
        this.#servers = servers.map(([, address, port]) => [address, port]);
        return 0;
      }
      setLocalAddress(): void {}
      cancel(): void {}
    }
    // Of an outside name a page can know that it may be connected to, and nothing else.
    const query = (kind: string, req: Internal, name: string): number => {
      const found = kind === 'A' && /^[a-z0-9._-]+$/i.test(name) && !isIpv4(name) ? outside(name) : [];
      if (found.length > 0) return answer('QUERYWRAP', req, null, found, [0]);
      return answer('QUERYWRAP', req, 'ERR_TABLOOM_NO_NAME_SERVER');
    };
    for (const kind of ['Any', 'A', 'Aaaa', 'Caa', 'Cname', 'Mx', 'Ns', 'Txt', 'Tlsa', 'Srv', 'Ptr', 'Naptr', 'Soa', '']) {
      Object.defineProperty(ChannelWrap.prototype, kind === '' ? 'getHostByAddr' : `query${kind}`, {
        // Servers the program named itself are asked for nothing: none of them can listen.
        value(this: ChannelWrap, req: object, name: string) {
          if (kind === '' && canonicalIp(name) === undefined) return UV_EINVAL;
          return ChannelWrap.hasOwnServers(this) ? answer('QUERYWRAP', req, 'ECONNREFUSED') : query(kind, req, name);
        },
        writable: true, configurable: true,
      });
    }

    expose(shape, { GetAddrInfoReqWrap: class {}, GetNameInfoReqWrap: class {}, QueryReqWrap: class {}, ChannelWrap });
    return Object.assign(shape, {
      getaddrinfo(req: object, name: string, family: number, _hints: number, order: number): number {
        const found = addresses(name, family, order);
        return found.length > 0 ? answer('GETADDRINFOREQWRAP', req, null, found) : answer('GETADDRINFOREQWRAP', req, UV_EAI_NONAME, undefined);
      },
      getnameinfo(req: object, host: string, port: number): number {
        const loopback = host === '::1' || host.startsWith('127.');
        return answer('GETNAMEINFOREQWRAP', req, null, loopback ? 'localhost' : rt.sys.outsideName(host) || host, SERVICES[port] ?? String(port));
      },
      canonicalizeIP: canonicalIp,
      convertIpv6StringToBuffer(text: string): unknown {
        const bytes = ipv6Bytes(text);
        return bytes ? rt.requireBuiltin('buffer').Buffer.from(bytes) : undefined;
      },
      strerror: (code: number) => ARES_TEXTS[code] ?? 'unknown',
    });
  },
};

/** Names getnameinfo gives to well-known ports, as in /etc/services. */
const SERVICES: { readonly [port: number]: string } = { 22: 'ssh', 25: 'smtp', 53: 'domain', 80: 'http', 443: 'https' };
