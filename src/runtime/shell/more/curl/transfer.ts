/** One URL's transfer: request, redirects, and what becomes of the answer. */
import { O } from '../../../abi/constants.ts';
import { SysError } from '../../../abi/errno.ts';
import type { Context } from '../../run/context.ts';
import { isTty, Output } from '../../run/io.ts';
import { encode } from '../../text.ts';
import { type Body, bodyOf, contents, dataOf } from './body.ts';
import { Connection, TransferError } from './connection.ts';
import { headerOf, requestHead, type ResponseHead, ResponseReader } from './http.ts';
import type { Settings } from './options.ts';
import type { Variables } from './write-out.ts';

export const VERSION = '7.88.1';
const MAX_REDIRECTS = 50;
/** Headers that a program's own of the same name replaces. */
const CURLS_OWN = new Set(['Host', 'User-Agent', 'Accept', 'Content-Type', 'Content-Length', 'Expect', 'Referer', 'Cookie', 'Authorization', 'Range']);

export interface Outcome { variables: Variables; head: ResponseHead | null; error: TransferError | null }

/** @throws TransferError 3 and 1 */
function parseUrl(text: string): URL {
  const complete = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(complete)![1]!.toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') throw new TransferError(1, `Protocol "${scheme}" not supported`);
  try {
    return new URL(complete);
  } catch {
    throw new TransferError(3, 'URL rejected: Malformed input to a URL function');
  }
}

export class Transfer {
  private readonly ctx: Context;
  private readonly settings: Settings;
  private readonly begin = performance.now();
  private readonly output: string | true | undefined;
  private readonly has: (flag: string) => boolean;
  private sink: Output | null = null;
  private sinkFd = -1;
  private filename = '';
  private received = 0;
  private sent = 0;
  private headerBytes = 0;
  private redirects = 0;
  private connects = 0;
  private head: ResponseHead | null = null;
  private url: URL | null = null;
  private connection: Connection | null = null;
  private method = 'GET';
  private firstByteMs = 0;

  constructor(ctx: Context, settings: Settings, output: string | true | undefined) {
    this.ctx = ctx;
    this.settings = settings;
    this.output = output;
    this.has = (flag) => settings.flags.has(flag);
  }

  run(text: string): Outcome {
    let error: TransferError | null = null;
    try {
      this.perform(parseUrl(text));
    } catch (e) {
      if (!(e instanceof TransferError)) throw e;
      error = e;
    } finally {
      this.connection?.close();
      this.connection = null;
      this.sink?.flush();
      if (this.sinkFd >= 0) this.ctx.sys.close(this.sinkFd);
    }
    return { variables: this.variables(text, error), head: this.head, error };
  }

  private perform(first: URL): void {
    const { ctx, settings } = this;
    let url = first;
    let body: Body | null = bodyOf(ctx, settings);
    const asked = settings.values.get('request');
    if (this.has('get') && settings.data.length > 0) url = new URL(`${url.origin}${url.pathname}${url.search ? `${url.search}&` : '?'}${new TextDecoder().decode(dataOf(ctx, settings))}`);
    const query = settings.values.get('url-query');
    if (query) url.search = url.search ? `${url.search}&${query}` : `?${query}`;
    this.method = asked ?? (this.has('head') ? 'HEAD' : settings.values.has('upload-file') ? 'PUT' : body ? 'POST' : 'GET');
    const most = Number(settings.values.get('max-redirs') ?? MAX_REDIRECTS);
    for (;;) {
      this.url = url;
      const head = this.request(url, body, first);
      const location = headerOf(head, 'location');
      if (!this.has('location') || !location || ![301, 302, 303, 307, 308].includes(head.status)) return;
      if (this.redirects >= most) throw new TransferError(47, `Maximum (${most}) redirects followed`);
      this.redirects++;
      url = new URL(location, url);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TransferError(1, `Protocol "${url.protocol.slice(0, -1)}" not supported`);
      this.note(`Issue another request to this URL: '${url.href}'`);
      // As browsers do, and curl: what was posted is not posted again, unless the server asks for just that.
      if (head.status === 303 || (body && head.status < 303 && !this.has(`post${head.status}`))) {
        body = null;
        if (!asked && this.method !== 'HEAD') this.method = 'GET';
      }
    }
  }

  /** One request; the body of a redirect that is followed is thrown away. */
  private request(url: URL, body: Body | null, first: URL): ResponseHead {
    const { ctx, settings } = this;
    const secure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = Number(url.port || (secure ? 443 : 80));
    this.connection?.close();
    this.connection = null;
    const connection = new Connection(ctx.sys, host, port, secure, this.has('ipv4') ? 4 : this.has('ipv6') ? 6 : 0, (address) => this.note(`  Trying ${address.includes(':') ? `[${address}]` : address}:${port}...`));
    this.connection = connection;
    this.connects++;
    this.note(`Connected to ${host} (${connection.address}) port ${port}`);
    const target = `${this.method === 'OPTIONS' && settings.values.get('request-target') ? '*' : url.pathname}${url.search}`;
    const headers = this.headers(url, body, url.host === first.host);
    const head = requestHead(this.method, target, headers);
    for (const line of new TextDecoder().decode(head).split('\r\n').slice(0, -1)) this.trace(`> ${line}\n`);
    connection.write(head, () => this.remaining());
    if (body) {
      connection.write(body.bytes, () => this.remaining());
      this.sent = body.bytes.length;
    }
    const reader = new ResponseReader(connection, () => this.remaining());
    let answer = reader.head();
    while (answer.status >= 100 && answer.status < 200) {
      this.show(answer);
      answer = reader.head();
    }
    this.firstByteMs = performance.now() - this.begin;
    this.head = answer;
    this.headerBytes += answer.raw.length;
    this.show(answer);
    const followed = this.has('location') && headerOf(answer, 'location') !== undefined && answer.status >= 301 && answer.status <= 308;
    if (answer.status >= 400 && this.has('fail')) throw new TransferError(22, `The requested URL returned error: ${answer.status}`);
    reader.body(answer, this.method, (bytes) => {
      if (followed) return;
      this.received += bytes.length;
      this.put(bytes);
    });
    // A file is made for an empty body too.
    if (!followed && this.output !== undefined && !this.sink) this.put(new Uint8Array(0));
    this.note(`Connection #0 to host ${host} left intact`);
    if (answer.status >= 400 && this.has('fail-with-body')) throw new TransferError(22, `The requested URL returned error: ${answer.status}`);
    return answer;
  }

  private headers(url: URL, body: Body | null, sameHost: boolean): [string, string][] {
    const { ctx, settings } = this;
    const { values } = settings;
    const list: [string, string][] = [['Host', url.host]];
    const user = values.get('user') ?? (url.username ? `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` : undefined);
    if (user !== undefined && (sameHost || this.has('location-trusted'))) list.push(['Authorization', `Basic ${btoa(String.fromCharCode(...encode(user.includes(':') ? user : `${user}:`)))}`]);
    const bearer = values.get('oauth2-bearer');
    if (bearer !== undefined && sameHost) list.push(['Authorization', `Bearer ${bearer}`]);
    const range = values.get('range');
    if (range !== undefined) list.push(['Range', `bytes=${range}`]);
    list.push(['User-Agent', values.get('user-agent') ?? `curl/${VERSION}`], ['Accept', '*/*']);
    const referer = values.get('referer');
    if (referer !== undefined) list.push(['Referer', referer]);
    const cookie = values.get('cookie');
    const cookies = cookie === undefined ? '' : cookie.includes('=') ? cookie : cookiesIn(new TextDecoder().decode(contents(ctx, cookie)), url);
    if (cookies !== '') list.push(['Cookie', cookies]);
    const after: [string, string][] = [];
    if (body) {
      after.push(['Content-Length', String(body.bytes.length)]);
      if (body.type) after.push(['Content-Type', body.type]);
      else after.push(['Expect', '100-continue']);
    }
    const json = settings.data.some(({ kind }) => kind === 'json') ? ['Content-Type: application/json', 'Accept: application/json'] : [];
    for (const text of [...settings.headers, ...json]) {
      const [, name = text, sign, value = ''] = /^([^:;]+)([:;])\s*([\s\S]*)$/.exec(text) ?? [];
      const own = (['Authorization', 'Cookie'].some((secret) => secret.toLowerCase() === name.toLowerCase()) && !sameHost && !this.has('location-trusted'));
      // `Name:` removes one of curl's own, `Name;` sends it empty.
      for (const part of [list, after]) {
        const at = part.findIndex(([key]) => CURLS_OWN.has(key) && key.toLowerCase() === name.toLowerCase());
        if (at >= 0) part.splice(at, 1);
      }
      if (name.toLowerCase() === 'host' && value !== '') list.unshift([name, value]);
      else if (!own && (sign !== ':' || value !== '')) list.push([name, value]);
    }
    return [...list, ...after];
  }

  /** Headers on standard error with `-v`, in the output with `-i` and `-I`, in a file with `-D`. */
  private show(head: ResponseHead): void {
    for (const line of head.raw.split(/\r?\n/).slice(0, -1)) this.trace(`< ${line}\n`);
    if (this.has('include') || this.has('head') || this.has('show-headers')) this.put(encode(head.raw));
    const dump = this.settings.values.get('dump-header');
    if (dump === '-') {
      this.ctx.out(head.raw);
      this.ctx.stdout.flush();
    }
    else if (dump !== undefined) this.ctx.sys.writeFile(dump, O.WRONLY | O.CREAT | (this.redirects > 0 ? O.APPEND : O.TRUNC), 0o666, encode(head.raw));
  }

  /** @throws TransferError 23 */
  private put(bytes: Uint8Array): void {
    try {
      this.sink ??= this.openSink();
      this.sink.write(bytes.slice());
      if (this.sink === this.ctx.stdout) this.sink.flush();
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      throw new TransferError(23, 'Failure writing output to destination');
    }
  }

  private openSink(): Output {
    const { ctx, output } = this;
    if (output === undefined || output === '-') return ctx.stdout;
    let name = output === true ? decodeURIComponent(this.url!.pathname.replace(/^.*\//, '')) : output;
    if (output === true && this.has('remote-header-name')) name = /filename="?([^";/]+)"?/i.exec((this.head && headerOf(this.head, 'content-disposition')) ?? '')?.[1] ?? name;
    if (name === '') throw new TransferError(23, 'Remote file name has no length');
    const folder = this.settings.values.get('output-dir');
    const path = folder === undefined ? name : `${folder}/${name}`;
    if (this.has('create-dirs')) makeFolders(ctx, path);
    this.filename = path;
    this.sinkFd = ctx.sys.open(path, O.WRONLY | O.CREAT | O.TRUNC, 0o666);
    return new Output(ctx.sys, this.sinkFd);
  }

  /** Milliseconds until `-m` is over, -1 without one. @throws TransferError 28 */
  private remaining(): number {
    const limit = this.settings.values.get('max-time');
    if (limit === undefined || !(Number(limit) > 0)) return -1;
    const left = Number(limit) * 1000 - (performance.now() - this.begin);
    if (left <= 0) throw new TransferError(28, `Operation timed out after ${Math.round(performance.now() - this.begin)} milliseconds with ${this.received} bytes received`);
    return Math.ceil(left);
  }

  /** Whether what is received goes to a terminal, where a meter would be in its way. */
  get onTerminal(): boolean {
    return (this.output === undefined || this.output === '-') && isTty(this.ctx.sys, 1);
  }

  private note(text: string): void {
    this.trace(`* ${text}\n`);
  }
  private trace(text: string): void {
    if (this.has('verbose')) this.ctx.err(text);
  }

  private variables(text: string, error: TransferError | null): Variables {
    const { head, url } = this;
    const seconds = (ms: number): string => (ms / 1000).toFixed(6);
    const total = performance.now() - this.begin;
    const code = String(head?.status ?? 0).padStart(3, '0');
    const location = head && headerOf(head, 'location');
    return {
      http_code: code, response_code: code, content_type: (head && headerOf(head, 'content-type')) ?? '', size_download: this.received, size_upload: this.sent, size_header: this.headerBytes, size_request: 0,
      speed_download: Math.round(this.received / Math.max(total / 1000, 0.000001)), speed_upload: Math.round(this.sent / Math.max(total / 1000, 0.000001)),
      time_total: seconds(total), time_starttransfer: seconds(this.firstByteMs), time_connect: seconds(0), time_namelookup: seconds(0), time_appconnect: seconds(0), time_pretransfer: seconds(0), time_redirect: seconds(0),
      url: text, url_effective: url?.href ?? text, num_redirects: this.redirects, num_connects: this.connects, redirect_url: location && !this.has('location') && url ? new URL(location, url).href : '',
      remote_ip: this.connection?.address ?? '', remote_port: this.connection?.port ?? 0, local_port: this.connection?.localPort ?? 0, method: this.method, scheme: url?.protocol.slice(0, -1).toUpperCase() ?? '', http_version: head?.version ?? '0',
      exitcode: error?.code ?? 0, errormsg: error?.message ?? '', filename_effective: this.filename, ssl_verify_result: 0, http_connect: '000', num_headers: head?.headers.length ?? 0, urlnum: 0, proxy_ssl_verify_result: 0,
    };
  }
}

function makeFolders(ctx: Context, path: string): void {
  for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
    try {
      ctx.sys.mkdir(path.slice(0, at), 0o777);
    } catch (e) {
      if (!(e instanceof SysError) || e.code !== 'EEXIST') throw e;
    }
  }
}

/** The cookies of a file in Netscape's form that are meant for this URL. */
function cookiesIn(file: string, url: URL): string {
  const pairs: string[] = [];
  for (const line of file.split('\n')) {
    const fields = line.replace(/^#HttpOnly_/, '').split('\t');
    if (line.startsWith('# ') || fields.length < 7) continue;
    const [domain, wide, path, secure, , name, value] = fields as [string, string, string, string, string, string, string];
    const bare = domain.replace(/^\./, '');
    const hostFits = url.hostname === bare || (wide === 'TRUE' && url.hostname.endsWith(`.${bare}`));
    if (hostFits && url.pathname.startsWith(path) && (secure !== 'TRUE' || url.protocol === 'https:')) pairs.push(`${name}=${value.trim()}`);
  }
  return pairs.join('; ');
}
