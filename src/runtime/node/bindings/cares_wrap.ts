import { SysError } from '../../abi/errno.ts';
import { askServers, type NameServer, type Patience } from '../dns/ask-server.ts';
import { questionFor, RECORD } from '../dns/message.ts';
import { answerFor } from '../dns/records.ts';
import { HOST } from '../process/host.ts';
import type { Binding, Internal } from '../runtime.ts';
import { AsyncContext } from '../streams/async-context.ts';
import { expose } from '../streams/expose.ts';
import { canonicalIp, ipv6Bytes, isIpv4 } from '../streams/ip.ts';

/** getaddrinfo's "no such name" in libuv's numbers. */
const UV_EAI_NONAME = -3008;
const UV_EINVAL = -22;
/** Node's own number beside those of c-ares. */
const PENDING_QUERIES = -1000;
const DEFAULT_TIMEOUT_MS = 2000;

type QueryKind = keyof typeof RECORD;

/** c-ares' texts for what the sandbox can answer. */
const ARES_TEXTS: { readonly [code: number]: string } = {
  [PENDING_QUERIES]: 'There are pending queries.', 0: 'Successful completion', 1: 'DNS server returned answer with no data', 4: 'Domain name not found', 11: 'Could not contact DNS servers', 12: 'Timeout while contacting DNS servers',
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

    // Of an outside name a page can know that it may be connected to, and nothing else.
    const known = (kind: QueryKind, name: string): string[] => (kind === 'A' && /^[a-z0-9._-]+$/i.test(name) && !isIpv4(name) ? outside(name) : []);

    class ChannelWrap {
      #servers: NameServer[] = [{ address: '127.0.0.1', port: 53 }];
      #own = false;
      readonly #patience: Patience;
      /** Queries that wait for a server, and what ends them. */
      readonly #pending = new Map<object, () => void>();
      constructor(timeout: number, tries: number, maxTimeout: number) {
        this.#patience = { timeout: timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS, tries, maxTimeout };
      }
      getServers(): unknown[] {
        return this.#servers.map(({ address, port }) => [address, port]);
      }
      setServers(servers: [number, string, number][]): number {
        if (this.#pending.size > 0) return PENDING_QUERIES;
        this.#own = true;
        this.#servers = servers.map(([, address, port]) => ({ address, port }));
        return 0;
      }
      /** Which of this machine's addresses asks: there is one network, so it only has to be an address, and a second one of the other kind. */
      setLocalAddress(first: string, second?: string): void {
        const kinds = [first, second].filter((text) => text !== undefined).map((text) => {
          if (canonicalIp(text) === undefined) throw invalidValue('Invalid IP address.');
          return isIpv4(text);
        });
        if (kinds.length === 2 && kinds[0] === kinds[1]) throw invalidValue(`Cannot specify two ${kinds[0] ? 'IPv4' : 'IPv6'} addresses.`);
      }
      cancel(): void {
        for (const end of [...this.#pending.values()]) end();
      }
      /** @internal */
      query(kind: QueryKind, req: Internal, name: string): number {
        const context = AsyncContext.ofRequest(rt, 'QUERYWRAP', req);
        const finish = (...args: unknown[]): void => {
          this.#pending.delete(req);
          context.destroy();
          context.call(req.oncomplete, req, ...args);
        };
        const later = (...args: unknown[]): number => {
          this.#pending.set(req, () => {});
          rt.loop.complete(() => finish(...args));
          return 0;
        };
        // RFC 7686: such a name is not asked for.
        if (/\.onion\.?$/i.test(name)) return later('ENOTFOUND');
        const servers = this.#own ? this.#servers.filter(({ address }) => /^127\.|^::1$/.test(address)) : [];
        if (servers.length === 0) {
          const found = known(kind, name);
          return found.length > 0 ? later(null, found, [0]) : later('ERR_TABLOOM_NO_NAME_SERVER');
        }
        const id = Math.floor(Math.random() * 65536);
        const question = questionFor(id, name, RECORD[kind]);
        if (question === null) return later('EBADNAME');
        const asked = askServers(rt, servers, this.#patience, id, question, (answer) => {
          if (typeof answer === 'string') return finish(answer);
          const read = answerFor(kind, answer);
          if ('error' in read) return finish(read.error);
          finish(null, read.result, read.ttls);
        });
        this.#pending.set(req, () => {
          asked.cancel();
          this.#pending.delete(req);
          rt.loop.complete(() => finish('ECANCELLED'));
        });
        return 0;
      }
    }
    const { query } = ChannelWrap.prototype;
    Reflect.deleteProperty(ChannelWrap.prototype, 'query');
    const addQuery = (method: string, kind: QueryKind, nameOf: (name: string) => string | undefined): void => {
      Object.defineProperty(ChannelWrap.prototype, method, {
        value(this: ChannelWrap, req: object, name: string) {
          const asked = nameOf(name);
          return asked === undefined ? UV_EINVAL : query.call(this, kind, req, asked);
        },
        writable: true, configurable: true,
      });
    };
    for (const kind of Object.keys(RECORD) as QueryKind[]) addQuery(`query${kind}`, kind, (name) => name);
    addQuery('getHostByAddr', 'Ptr', reverseName);

    expose(shape, { GetAddrInfoReqWrap: class {}, GetNameInfoReqWrap: class {}, QueryReqWrap: class {}, ChannelWrap });
    return Object.assign(shape, {
      getaddrinfo(req: object, name: string, family: number, _hints: number, order: number): number {
        const found = addresses(name, family, order);
        return found.length > 0 ? answer('GETADDRINFOREQWRAP', req, null, found) : answer('GETADDRINFOREQWRAP', req, UV_EAI_NONAME, undefined);
      },
      getnameinfo(req: object, host: string, port: number): number {
        const name = host === '::1' || host === '127.0.0.1' ? 'localhost' : rt.sys.outsideName(host);
        if (!name) return answer('GETNAMEINFOREQWRAP', req, UV_EAI_NONAME);
        return answer('GETNAMEINFOREQWRAP', req, null, name, SERVICES[port] ?? String(port));
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

/** The name that stands for an address; undefined when it is none. */
function reverseName(text: string): string | undefined {
  if (isIpv4(text)) return `${text.split('.').reverse().join('.')}.in-addr.arpa`;
  const bytes = ipv6Bytes(text);
  return bytes ? `${[...bytes].reverse().map((byte) => `${(byte & 15).toString(16)}.${(byte >> 4).toString(16)}`).join('.')}.ip6.arpa` : undefined;
}

const invalidValue = (message: string): Error => Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_VALUE' });

/** Names getnameinfo gives to well-known ports, as in /etc/services. */
const SERVICES: { readonly [port: number]: string } = { 22: 'ssh', 25: 'smtp', 53: 'domain', 80: 'http', 443: 'https' };
