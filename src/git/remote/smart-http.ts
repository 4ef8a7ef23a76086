/** Git's smart HTTP protocol (`gitprotocol-http`, version 0): refs, packs from the server, packs to it. */
import * as git from 'isomorphic-git';
import type { GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { shallowCommits } from '../merge/merge-base.ts';
import { NO_OID } from '../reflog.ts';
import type { Repository } from '../repository.ts';
import { resolveOrUndefined } from '../repository.ts';
import { askCredentials, basic, knownCredentials, request, throughProxy, withoutPassword } from './http-client.ts';
import type { Credentials, HttpAnswer } from './http-client.ts';
import { addShallow, behind, objectsOf, packOf, storePack } from './objects.ts';
import { flushPacket, lineText, packet, readPackets } from './pkt-line.ts';
import { ProgressLine } from './progress.ts';
import { guessBranch } from './transport.ts';
import type { FetchRequest, RefUpdate, RemoteRefs, Transport } from './transport.ts';

type Service = 'git-upload-pack' | 'git-receive-pack';

/** How many commits are offered as a start; what lies before them the server finds itself. */
const MOST_HAVES = 256;

const AGENT = 'agent=tabloom';

export class SmartHttpTransport implements Transport {
  readonly url: string;
  readonly #context: GitContext;
  readonly #proxy: string | undefined;
  #credentials: Credentials | undefined;
  #capabilities: Record<Service, Map<string, string>> = { 'git-upload-pack': new Map(), 'git-receive-pack': new Map() };
  #listed: { service: Service; refs: RemoteRefs } | undefined;

  constructor(context: GitContext, url: string, proxy: string | undefined) {
    this.#context = context;
    this.#proxy = proxy;
    this.#credentials = knownCredentials(context, url);
    this.url = withoutPassword(url).replace(/\/$/, '');
  }

  async list(): Promise<RemoteRefs> {
    return this.#discover('git-upload-pack');
  }

  async fetch(repo: Repository, { wants, depth }: FetchRequest): Promise<void> {
    await this.#discover('git-upload-pack');
    const server = this.#capabilities['git-upload-pack'];
    if (depth !== undefined && !server.has('shallow')) throw fatal('Server does not support shallow clients');
    const wished = ['side-band-64k', 'ofs-delta', ...(this.#context.tty && !this.#context.quiet ? [] : ['no-progress']), 'include-tag'].filter((name) => server.has(name));
    const ends = await shallowCommits(repo);
    const lines = [...new Set(wants)].map((oid, at) => packet(`want ${oid}${at === 0 ? ` ${[...wished, AGENT].join(' ')}` : ''}\n`));
    for (const oid of ends) lines.push(packet(`shallow ${oid}\n`));
    if (depth !== undefined) lines.push(packet(`deepen ${depth}\n`));
    lines.push(flushPacket());
    for (const oid of await this.#haves(repo)) lines.push(packet(`have ${oid}\n`));
    lines.push(packet('done\n'));
    const progress = new ProgressLine(this.#context);
    const answer = await this.#send('git-upload-pack', Buffer.concat(lines), progress);
    const { shallow, unshallow, pack } = parseFetched(answer.body, (text) => progress.remote(text));
    progress.done();
    await storePack(repo, pack);
    await addShallow(repo, shallow, unshallow);
  }

  async push(repo: Repository, updates: readonly RefUpdate[]): Promise<Map<string, string>> {
    const { refs } = await this.#discover('git-receive-pack');
    const server = this.#capabilities['git-receive-pack'];
    const wished = ['report-status', 'side-band-64k', 'delete-refs', 'ofs-delta'].filter((name) => server.has(name));
    const refused = new Map<string, string>();
    const sent = updates.filter(({ ref, before }) => {
      const moved = refs.get(ref) !== before;
      if (moved) refused.set(ref, 'fetch first');
      return !moved;
    });
    if (sent.length === 0) return refused;
    const commands = sent.map(({ ref, before, after }, at) => packet(`${before ?? NO_OID} ${after ?? NO_OID} ${ref}${at === 0 ? `\0 ${[...wished, AGENT].join(' ')}` : ''}\n`));
    const news = sent.flatMap(({ after }) => (after === undefined ? [] : [after]));
    const parts: Uint8Array[] = [...commands, flushPacket()];
    if (news.length > 0) {
      const known = await behind(repo, refs.values());
      parts.push(await packOf(repo, await objectsOf(repo, news, (oid) => known.has(oid))));
    }
    const progress = new ProgressLine(this.#context);
    const answer = await this.#send('git-receive-pack', Buffer.concat(parts), progress);
    const report = parseReport(answer.body, (text) => this.#context.err(text.replace(/^/gm, 'remote: ').replace(/remote: $/, '')));
    progress.done();
    if (report.unpack !== undefined && report.unpack !== 'ok') throw new GitError(`error: remote unpack failed: ${report.unpack}`, 1);
    for (const [ref, reason] of report.refused) refused.set(ref, reason);
    return refused;
  }

  async #haves(repo: Repository): Promise<string[]> {
    const tips = await Promise.all((await git.listRefs({ ...repo, filepath: 'refs' })).map((ref) => resolveOrUndefined(repo, `refs/${ref}`)));
    const found = new Set<string>();
    const open = [...new Set(tips)].filter((oid) => oid !== undefined);
    while (open.length > 0 && found.size < MOST_HAVES) {
      const oid = open.shift()!;
      if (found.has(oid)) continue;
      const commit = await git.readCommit({ ...repo, oid }).catch(() => undefined);
      if (!commit) continue;
      found.add(commit.oid);
      open.push(...commit.commit.parent);
    }
    return [...found];
  }

  async #discover(service: Service): Promise<RemoteRefs> {
    if (this.#listed?.service === service) return this.#listed.refs;
    const answer = await this.#authorized({ url: `${this.url}/info/refs?service=${service}` });
    if (!answer.type.startsWith(`application/x-${service}-advertisement`)) throw fatal(`${this.url}/info/refs not valid: is this a git repository?`);
    const { lines } = readPackets(answer.body);
    const refs: RemoteRefs = { refs: new Map(), peeled: new Map() };
    let first = true;
    let head: string | undefined;
    for (const line of lines) {
      if (line === null || line[0] === 0x23) continue;
      const text = lineText(line);
      if (text.startsWith('ERR ')) throw fatal(`remote error: ${text.slice(4)}`);
      const [named = '', capabilities] = text.split('\0');
      const [, oid, ref] = /^([0-9a-f]{40}) (.+)$/.exec(named) ?? [];
      if (first) this.#capabilities[service] = parseCapabilities(capabilities ?? '');
      first = false;
      if (oid === undefined || ref === undefined || ref === 'capabilities^{}') continue;
      if (ref === 'HEAD') head = oid;
      else if (ref.endsWith('^{}')) refs.peeled.set(ref.slice(0, -3), oid);
      else refs.refs.set(ref, oid);
    }
    const symbolic = this.#capabilities[service].get('symref')?.split(' ').find((pair) => pair.startsWith('HEAD:'))?.slice(5);
    if (head !== undefined) refs.head = { oid: head, branch: symbolic ?? guessBranch(refs.refs, head) };
    this.#listed = { service, refs };
    return refs;
  }

  #send(service: Service, body: Uint8Array, progress: ProgressLine): Promise<HttpAnswer> {
    return this.#authorized({ url: `${this.url}/${service}`, body, headers: { 'content-type': `application/x-${service}-request`, accept: `application/x-${service}-result` }, onBytes: (bytes) => progress.received(bytes) });
  }

  async #authorized({ url, body, headers = {}, onBytes }: { url: string; body?: Uint8Array; headers?: Record<string, string>; onBytes?: (bytes: number) => void }): Promise<HttpAnswer> {
    for (let attempt = 0; ; attempt++) {
      const answer = await request(this.#context, throughProxy(this.#proxy, url), {
        method: body ? 'POST' : 'GET', headers: { ...headers, ...(this.#credentials ? { authorization: basic(this.#credentials) } : {}) }, body, ...(onBytes ? { onBytes } : {}),
      });
      if (answer.status === 401 && !this.#credentials && attempt === 0) this.#credentials = await askCredentials(this.#context, this.url);
      else if (answer.status === 200) return answer;
      else if (answer.status === 401 || answer.status === 403) throw fatal(answer.status === 401 ? `Authentication failed for '${this.url}/'` : `unable to access '${this.url}/': The requested URL returned error: 403`);
      else if (answer.status === 404) throw fatal(`repository '${this.url}/' not found`);
      else throw fatal(`unable to access '${this.url}/': The requested URL returned error: ${answer.status}`);
    }
  }
}

function parseCapabilities(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const word of text.trim().split(' ')) {
    const at = word.indexOf('=');
    const [name, value] = at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
    found.set(name, found.has(name) ? `${found.get(name)} ${value}` : value);
  }
  return found;
}

function parseFetched(body: Buffer, remote: (text: string) => void): { shallow: string[]; unshallow: string[]; pack: Buffer } {
  const shallow: string[] = [];
  const unshallow: string[] = [];
  const pack: Buffer[] = [];
  // Without side bands the pack follows the last line as it is.
  const raw = (line: Buffer | null): boolean => line !== null && /^(NAK|ACK )/.test(line.toString('latin1'));
  const { lines, end } = readPackets(body, (line) => raw(line) && startsPack(body, line!));
  for (const line of lines) {
    if (line === null) continue;
    const band = line[0]!;
    if (band === 1) pack.push(line.subarray(1));
    else if (band === 2) remote(line.toString('utf8', 1));
    else if (band === 3) throw fatal(`remote error: ${line.toString('utf8', 1).trim()}`);
    else {
      const text = lineText(line);
      if (text.startsWith('shallow ')) shallow.push(text.slice(8));
      else if (text.startsWith('unshallow ')) unshallow.push(text.slice(10));
      else if (text.startsWith('ERR ')) throw fatal(`remote error: ${text.slice(4)}`);
    }
  }
  return { shallow, unshallow, pack: pack.length > 0 ? Buffer.concat(pack) : body.subarray(end) };
}

/** Whether the pack itself comes right after this line. */
function startsPack(body: Buffer, line: Buffer): boolean {
  const next = line.byteOffset - body.byteOffset + line.length;
  return body.toString('latin1', next, next + 4) === 'PACK';
}

function parseReport(body: Buffer, remote: (text: string) => void): { unpack: string | undefined; refused: Map<string, string> } {
  const { lines } = readPackets(body);
  const report: Buffer[] = [];
  const plain: string[] = [];
  for (const line of lines) {
    if (line === null) continue;
    if (line[0] === 1) report.push(line.subarray(1));
    else if (line[0] === 2) remote(line.toString('utf8', 1));
    else if (line[0] === 3) throw fatal(`remote error: ${line.toString('utf8', 1).trim()}`);
    else plain.push(lineText(line));
  }
  if (report.length > 0) for (const line of readPackets(Buffer.concat(report)).lines) if (line !== null) plain.push(lineText(line));
  const refused = new Map<string, string>();
  let unpack: string | undefined;
  for (const text of plain) {
    if (text.startsWith('unpack ')) unpack = text.slice(7);
    const no = /^ng (\S+) (.*)$/.exec(text);
    if (no) refused.set(no[1]!, no[2]!);
  }
  return { unpack, refused };
}
