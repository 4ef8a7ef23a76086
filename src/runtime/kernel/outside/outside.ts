/** The way out of the sandbox: names get addresses that stand for them, and connections to such addresses end in the kernel, which fetches for the program. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { StreamSocket } from '../net/stream-socket.ts';
import type { OutsideRoute } from '../net/network.ts';
import { OutsideNames, plain } from './names.ts';
import { rawTcp } from './failure.ts';
import { OutsideConnection, type OutsideSettings } from './outside-connection.ts';

/** Protocols in which the server speaks first: a program would wait for its greeting for ever. */
const SERVER_SPEAKS = new Set([21, 22, 23, 25, 110, 119, 143, 465, 587, 993, 995, 3306]);

/** Connections that may be open at once, so that a program cannot make the browser hold any number. */
const MAX_CONNECTIONS = 2048;

export class Outside implements OutsideRoute {
  readonly names = new OutsideNames();
  /** What performs requests; may be wrapped by a cache. */
  readonly settings: OutsideSettings;
  private readonly connections = new WeakMap<StreamSocket, OutsideConnection>();
  private open = 0;

  constructor(settings: OutsideSettings) {
    this.settings = settings;
  }

  /** The program's end of a new connection. @throws SysError EHOSTUNREACH for an address nobody has, ENFILE when too many are open, EINVAL */
  connect(address: string, port: number, localPort: number, proxy?: string): StreamSocket {
    const host = this.hostOf(address);
    if (this.open >= MAX_CONNECTIONS) throw new SysError(ERRNO.ENFILE);
    const [client, server] = StreamSocket.pair([`tcp:${localPort}->${host}:${port}`, `outside:${host}:${port}`]);
    this.open++;
    server.onClose = () => {
      this.open--;
    };
    if (SERVER_SPEAKS.has(port)) {
      server.failPeer(rawTcp(host, port).failure);
      server.close();
    } else this.connections.set(client, new OutsideConnection(host, port, server, { ...this.settings, proxy: proxyIn(proxy) ?? this.settings.proxy }));
    return client;
  }

  /** Tells that the program speaks TLS on this socket; false when it is none to the outside. */
  secure(socket: StreamSocket, servername: string): boolean {
    const connection = this.connections.get(socket);
    connection?.secure(servername);
    return connection !== undefined;
  }

  private hostOf(address: string): string {
    const text = plain(address);
    const name = this.names.nameOf(text);
    if (name !== undefined) return name;
    if (/^198\.1[89]\./.test(text)) throw new SysError(ERRNO.EHOSTUNREACH);
    if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text) && !/^[0-9a-f:.]*:[0-9a-f:.]*$/.test(text)) throw new SysError(ERRNO.EINVAL);
    return text;
  }
}

/** The address requests are put behind, null for what is no address of http or https. */
function proxyIn(text: string | undefined): string | null {
  return text !== undefined && /^https?:\/\/[^\s/]/.test(text) && URL.canParse(text) ? text.replace(/\/?$/, '/') : null;
}
