/**
 * One end of a TLS connection within the sandbox, as a machine: records in, records and events out. Of TLS it keeps what programs see (names,
 * protocols, certificates, sessions, alerts, the order of events); it does not encrypt, and possession of a key is checked where the key and its
 * certificate are put together (`secure-context.ts`), not in each handshake: both ends belong to one sandbox.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha384 } from '@noble/hashes/sha2.js';
import { UV_EOF } from '../streams/errors.ts';
import type { ContextState } from './secure-context.ts';
import { chooseGroup } from './groups.ts';
import { agreeOnCipher, agreeOnProtocol, chooseVersion, type ClientHello, decodeMessage, encodeMessage, type Message, Refusal, type ServerHello, versionsOf } from './handshake.ts';
import { ALERT, dataRecords, MAX_PLAINTEXT, NotTls, RECORD, type Record, record, RecordReader } from './records.ts';
import { alertError, sslError } from './ssl-errors.ts';
import { openTicket, sealTicket, type Ticket } from './tickets.ts';

const TLS1_3 = 0x0304;
/** SSL_OP_CIPHER_SERVER_PREFERENCE. */
const SERVER_PREFERENCE = 0x00400000;
/** SSL_OP_NO_TICKET: TLS 1.3 hands out such as are no use elsewhere, and so are these. */
const NO_TICKET = 0x00004000;

/** What the machine needs of its handle. Those that may run the program's code are called last. */
export interface EngineHost {
  send(bytes: Uint8Array): void;
  later(fn: () => void): void;
  context(): ContextState;
  /** Kinds of keys that have their certificate, the preferred first. */
  kinds(context: ContextState): string[];
  /** The certificates for such a key, base64 of DER. */
  chain(context: ContextState, kind: string): string[];
  /** A line for who logs keys, without its secret. */
  keylog(label: string): void;
  random(): string;
  handshakeStart(): void;
  /** The program's bytes may go. */
  opened(): void;
  /** Everything is agreed: the program is told. */
  established(): void;
  fail(error: Error): void;
  deliver(what: Uint8Array<ArrayBuffer> | number): void;
  /** Asks the program which certificate to use; `answer` follows. False: it is not to be asked. */
  askCertificate(hello: ClientHello): boolean;
  /** The program's own choice of a protocol, undefined when it makes none; null refuses. */
  askProtocol(offered: string[]): string | null | undefined;
  session(blob: Uint8Array): void;
  ocspResponse(response: Uint8Array): void;
}

/** `id`: no two are the same, not even without a ticket. */
export interface ClientSession { id: string; ticket: string; version: number; cipher: string; chain: string[] }

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export class TlsEngine {
  readonly isServer: boolean;
  open = false;
  hello: ClientHello | null = null;
  reply: ServerHello | null = null;
  /** The other side's certificates, base64 of DER. */
  peerChain: string[] = [];
  alpn: string[] = [];
  servername = '';
  requestCert = false;
  rejectUnauthorized = false;
  requestOcsp = false;
  ocspAnswer = '';
  /** What the client offers to go on with. */
  resume: ClientSession | null = null;
  /** The session of this connection, as programs keep it. */
  session: Uint8Array | null = null;
  /** Of the server's identities the one that was shown. */
  kind: string | null = null;
  maxFragment = MAX_PLAINTEXT;
  private readonly host: EngineHost;
  private readonly reader = new RecordReader();
  private scheduled = false;
  private over = false;
  private asking = false;
  /** What the program's code threw: its own, and no fault of the connection's. */
  private thrown: { error: unknown } | undefined;
  private end: number | null = null;

  constructor(host: EngineHost, isServer: boolean) {
    this.host = host;
    this.isServer = isServer;
  }

  /** The client begins. */
  start(): void {
    const { host } = this;
    const context = host.context();
    const { minimum, maximum } = versionsOf(context);
    if (minimum > maximum) {
      this.over = true;
      host.send(record(RECORD.ALERT, new Uint8Array([2, ALERT.INTERNAL_ERROR])));
      host.fail(sslError('no protocols available'));
      return;
    }
    const hello: ClientHello = {
      t: 'client-hello', random: host.random(), servername: this.servername, alpn: this.alpn, minimum, maximum,
      ciphers: [...context.suites, ...context.ciphers], groups: context.groups, ticket: this.resume?.ticket ?? '', ocsp: this.requestOcsp,
    };
    this.hello = hello;
    this.say(hello);
  }

  receive(bytes: Uint8Array): void {
    this.reader.push(bytes);
    if (!this.scheduled) this.process();
  }

  /** The connection below ended, or broke with a negative errno. */
  ended(code: number): void {
    this.end = code;
    this.goOn();
  }

  encode(data: Uint8Array): Uint8Array {
    return dataRecords(data, this.maxFragment);
  }

  farewell(): Uint8Array {
    return record(RECORD.ALERT, new Uint8Array([1, ALERT.CLOSE_NOTIFY]));
  }

  /** The server's answer, once the program has chosen a certificate. */
  answer(): void {
    if (!this.asking || !this.hello) return;
    this.asking = false;
    try {
      this.accept(this.hello);
    } catch (error) {
      if (this.isOwn(error)) throw error;
      this.refuse(error);
    }
  }

  /** The same on both ends: of what both have sent, for a purpose. */
  derive(label: string, context: Uint8Array, length: number): Uint8Array {
    const out = new Uint8Array(length);
    const secret = new TextEncoder().encode(`${this.hello?.random}${this.reply?.random}`);
    const name = new TextEncoder().encode(`${label}\0`);
    for (let at = 0, n = 0; at < length; n++) {
      const block = hmac(sha384, secret, new Uint8Array([n, ...name, ...context])).subarray(0, length - at);
      out.set(block, at);
      at += block.length;
    }
    return out;
  }

  private process(): void {
    if (this.over || (this.asking && this.end === null)) return;
    let next: Record | null;
    try {
      next = this.reader.next();
    } catch (error) {
      this.over = true;
      this.host.fail(sslError((error as NotTls).reason));
      return;
    }
    if (!next) {
      // Behind everything that came before it.
      if (this.end !== null) this.host.deliver(this.end);
      this.end = null;
      return;
    }
    if (this.reader.pending || this.end !== null) this.goOn();
    try {
      this.take(next);
    } catch (error) {
      if (this.isOwn(error)) throw error;
      this.refuse(error);
    }
  }

  /** Whether the program's code threw it. */
  private isOwn(error: unknown): boolean {
    return this.thrown !== undefined && this.thrown.error === error;
  }

  /** Calls what may run the program's code. */
  private tell<T>(fn: () => T): T {
    this.thrown = undefined;
    try {
      return fn();
    } catch (error) {
      this.thrown = { error };
      throw error;
    }
  }

  private goOn(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.host.later(() => {
      this.scheduled = false;
      this.process();
    });
  }

  private take({ type, payload }: Record): void {
    if (type === RECORD.DATA && this.open) {
      if (payload.length > 0) this.tell(() => this.host.deliver(payload));
      return;
    }
    if (type === RECORD.ALERT && payload.length === 2 && (this.hello || !this.isServer)) {
      this.over = true;
      const alert = payload[1]!;
      this.tell(() => (alert === ALERT.CLOSE_NOTIFY ? this.host.deliver(UV_EOF) : this.host.fail(alertError(alert))));
      return;
    }
    const message = type === RECORD.HANDSHAKE ? decodeMessage(payload) : null;
    if (!message) throw new Refusal(type === RECORD.HANDSHAKE ? ALERT.DECODE_ERROR : ALERT.UNEXPECTED_MESSAGE, sslError(type === RECORD.HANDSHAKE ? 'decode error' : 'unexpected message'));
    if (this.isServer && message.t === 'client-hello' && !this.hello) {
      this.hello = message;
      this.asking = true;
      this.host.handshakeStart();
      if (!this.tell(() => this.host.askCertificate(message))) this.answer();
    } else if (this.isServer && message.t === 'client-finished' && this.reply && !this.open) this.finish(message.chain);
    else if (!this.isServer && message.t === 'server-hello' && this.hello && !this.reply) this.agree(message);
    else if (!this.isServer && message.t === 'ticket' && this.reply) this.keep(message.ticket);
    else throw new Refusal(ALERT.UNEXPECTED_MESSAGE, sslError('unexpected message'));
  }

  private accept(hello: ClientHello): void {
    const { host } = this;
    let context = host.context();
    const version = chooseVersion(versionsOf(context), hello);
    const group = chooseGroup(version, context.groups, hello.groups);
    const own = host.askProtocol(hello.alpn);
    if (own === null) throw new Refusal(ALERT.NO_APPLICATION_PROTOCOL, sslError('no application protocol'));
    // The program may have chosen another certificate meanwhile.
    const { suites, ciphers, options, dhBits } = context = host.context();
    const mine = [...suites, ...ciphers];
    const first = options & SERVER_PREFERENCE ? mine : hello.ciphers;
    const { cipher, kind } = agreeOnCipher(version, first, first === mine ? hello.ciphers : mine, { kinds: host.kinds(context), elliptic: group !== null, integers: dhBits > 0 });
    if (version >= TLS1_3 && group === null) throw new Refusal(ALERT.HANDSHAKE_FAILURE, sslError('no suitable key share'));
    this.kind = kind;
    const alpn = own ?? agreeOnProtocol(this.alpn, hello.alpn);
    const ticket = hello.ticket ? openTicket(context.ticketKeys, fromBase64(hello.ticket), context.sessionTimeout, context.sessionIdContext) : null;
    const resumed = ticket !== null && ticket.version === version && ticket.cipher === cipher.name;
    if (resumed) this.peerChain = ticket.clientChain;
    const reply: ServerHello = {
      t: 'server-hello', random: host.random(), version, cipher, alpn, resumed, requestCert: this.requestCert && !resumed, chain: host.chain(context, kind), ocsp: hello.ocsp ? this.ocspAnswer : '',
      group: version >= TLS1_3 || cipher.name.startsWith('ECDHE-') ? group : cipher.name.startsWith('DHE-') ? { type: 'DH', name: undefined, size: dhBits } : null,
    };
    this.reply = reply;
    this.say(reply);
    if (version >= TLS1_3) this.log('SERVER_HANDSHAKE_TRAFFIC_SECRET', 'CLIENT_HANDSHAKE_TRAFFIC_SECRET', 'EXPORTER_SECRET', 'SERVER_TRAFFIC_SECRET_0');
    else if (resumed) this.log('CLIENT_RANDOM');
    // What came behind the hello waited while the program was asked.
    if (this.reader.pending) this.goOn();
  }

  private agree(reply: ServerHello): void {
    const { host } = this;
    this.reply = reply;
    this.peerChain = reply.chain;
    const context = host.context();
    const kind = host.kinds(context)[0];
    const chain = reply.requestCert && kind !== undefined ? host.chain(context, kind) : [];
    if (!reply.resumed) this.session = this.sessionBlob('');
    if (reply.version >= TLS1_3) this.log('SERVER_HANDSHAKE_TRAFFIC_SECRET', 'EXPORTER_SECRET', 'SERVER_TRAFFIC_SECRET_0', 'CLIENT_HANDSHAKE_TRAFFIC_SECRET', 'CLIENT_TRAFFIC_SECRET_0');
    else this.log('CLIENT_RANDOM');
    const finish = (): void => this.say({ t: 'client-finished', chain });
    const last = !this.waits(reply);
    if (!last) finish();
    // The program is told before the server is: a client that does not like the certificate hangs up, and its server never hears of a handshake that was finished.
    else host.later(() => {
      try {
        finish();
      } finally {
        this.open = true;
        host.opened();
      }
    });
    if (reply.ocsp || this.requestOcsp) {
      const response = fromBase64(reply.ocsp);
      try {
        this.tell(() => host.ocspResponse(response));
      } catch (error) {
        // The handshake goes on, should the program live on.
        if (last) host.later(() => host.established());
        throw error;
      }
    }
    if (last) this.tell(() => host.established());
  }

  /** Before TLS 1.3 the server has the last word, unless a session goes on. */
  private waits({ version, resumed }: ServerHello): boolean {
    return version < TLS1_3 && !resumed;
  }

  private keep(ticket: string): void {
    const { host } = this;
    this.session = this.sessionBlob(ticket);
    if (this.waits(this.reply!) && !this.open) {
      this.open = true;
      host.opened();
      this.tell(() => host.established());
    }
    this.tell(() => host.session(this.session!));
  }

  private finish(chain: string[]): void {
    const { reply, host } = this;
    if (reply!.requestCert) {
      this.peerChain = chain;
      if (chain.length === 0 && this.rejectUnauthorized) throw new Refusal(reply!.version >= TLS1_3 ? ALERT.CERTIFICATE_REQUIRED : ALERT.HANDSHAKE_FAILURE, sslError('peer did not return a certificate'));
    }
    this.open = true;
    if (reply!.version >= TLS1_3) this.log('CLIENT_TRAFFIC_SECRET_0');
    else if (!reply!.resumed) this.log('CLIENT_RANDOM');
    // TLS 1.3 hands out two, before it there is one; a session that goes on keeps its own.
    const count = reply!.resumed ? 0 : reply!.version >= TLS1_3 ? 2 : 1;
    for (let n = 0; n < count; n++) this.say({ t: 'ticket', ticket: count === 1 && host.context().options & NO_TICKET ? '' : this.newTicket(reply!, n) });
    host.opened();
    this.tell(() => host.established());
  }

  private newTicket({ version, cipher, random }: ServerHello, n: number): string {
    const { sessionIdContext, ticketKeys } = this.host.context();
    const ticket: Ticket = { id: `${random}${n}`, version, cipher: cipher.name, born: Date.now(), sessionIdContext, clientChain: this.peerChain };
    return toBase64(sealTicket(ticketKeys, ticket));
  }

  private log(...labels: string[]): void {
    for (const label of labels) this.tell(() => this.host.keylog(label));
  }

  private sessionBlob(ticket: string): Uint8Array {
    const { version, cipher, random } = this.reply!;
    const session: ClientSession = { id: random, ticket, version, cipher: cipher.name, chain: this.peerChain };
    return new TextEncoder().encode(JSON.stringify(session));
  }

  private refuse(error: unknown): void {
    if (this.over) return;
    this.over = true;
    if (!(error instanceof Refusal)) {
      this.host.send(record(RECORD.ALERT, new Uint8Array([2, ALERT.INTERNAL_ERROR])));
      this.host.fail(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.host.send(record(RECORD.ALERT, new Uint8Array([2, error.alert])));
    this.host.fail(error.error);
  }

  private say(message: Message): void {
    this.tell(() => this.host.send(record(RECORD.HANDSHAKE, encodeMessage(message))));
  }
}

/** A session as `TLSSocket.getSession` gave it, null when it is none of ours. */
export function parseSession(blob: Uint8Array): ClientSession | null {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(blob)) as Partial<ClientSession>;
    return typeof value.ticket === 'string' && Array.isArray(value.chain) ? value as ClientSession : null;
  } catch {
    return null;
  }
}
