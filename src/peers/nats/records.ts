/**
 * Records in a key-value bucket of NATS. A write says which revision it replaces, and the server decides, one write after the other. Asked
 * again because the answer was lost, it knows the write by its number and gives the same answer.
 */
import type { StoredMsg } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { AppError } from '../../shared/errors.ts';
import { isRecord } from '../../shared/json.ts';
import type { Json } from '../../shared/json.ts';
import type { Entry, Records } from '../port.ts';
import { apiCode, openBucket } from './link.ts';
import type { Link } from './link.ts';
import { filterOfPrefix, subjectOfKey } from './subject.ts';

const WRONG_REVISION = 10_071;
/** Read at once of a long list. */
const AT_ONCE = 256;
/** Room that headers take of what the server allows for a message. */
const HEADERS = 1_024;

interface Stored {
  seq: number;
  /** The number of the write. */
  id: string;
  /** The record was removed; what is left of it says so. */
  gone: boolean;
  /** Undefined when something else than we wrote this. */
  key: string | undefined;
  value: Json;
}

function storedOf(message: StoredMsg): Stored {
  let body: unknown;
  try {
    body = message.json();
  } catch {
    body = undefined;
  }
  const ours = isRecord(body) && typeof body.key === 'string' ? body : undefined;
  return {
    seq: message.seq, id: message.header.get('Nats-Msg-Id'), gone: message.header.get('KV-Operation') !== '',
    key: ours?.key as string | undefined, value: (ours?.value ?? null) as Json,
  };
}

export async function openNatsRecords(link: Link, bucket: string): Promise<Records> {
  const stream = `KV_${bucket}`;
  const root = `$KV.${bucket}`;
  await openBucket(link, bucket, { duplicate_window: 120e9 });
  /** Marks of removal that this peer left and that nobody needs once there is a newer message. The newest of all is never deleted: the server could forget its number. */
  const marks = new Set<number>();

  const stored = (subject: string): Promise<Stored | undefined> => link.ask(async () => {
    const message = await link.streams.getMessage(stream, { last_by_subj: subject });
    return message ? storedOf(message) : undefined;
  });

  function tidy(newest: number): void {
    for (const seq of marks) {
      if (seq >= newest) continue;
      marks.delete(seq);
      // It stays if this fails, and is small.
      void link.streams.deleteMessage(stream, seq, false).catch(() => undefined);
    }
  }

  /** One write by compare-and-set. @returns the new sequence number, or undefined when another message than `expected` is the last */
  async function put(subject: string, expected: number, body: Json, removal: boolean): Promise<number | undefined> {
    const data = JSON.stringify(body);
    const size = new TextEncoder().encode(data).length + HEADERS;
    const limit = link.connection.info?.max_payload ?? Infinity;
    if (size > limit) throw new AppError('too_large', `This is too large to be shared: ${Math.ceil(size / 1024)} KiB, and the server takes ${Math.floor(limit / 1024)} KiB.`, { data: { size, limit } });
    const msgID = crypto.randomUUID();
    let tries = 0;
    try {
      const { seq } = await link.ask((attempt) => {
        tries = attempt;
        const marked = headers();
        if (removal) marked.set('KV-Operation', 'DEL');
        return link.publish(subject, data, { msgID, headers: marked, expect: { lastSubjectSequence: expected } });
      });
      tidy(seq);
      return seq;
    } catch (error) {
      if (apiCode(error) !== WRONG_REVISION) throw error;
      if (tries === 1) return undefined;
    }
    // A server that was started anew knows only the numbers of messages that are still there.
    const now = await stored(subject);
    if (now?.id === msgID) return now.seq;
    if (now === undefined || now.seq === expected) return undefined;
    throw new AppError('answer_lost', 'The connection was lost during a change, and others have changed the same since: whether it was made is not known.');
  }

  const entryOf = (one: Stored, key: string): Entry | undefined => (one.gone ? undefined : { key, revision: one.seq, value: one.key === key ? one.value : null });

  return {
    async read(key) {
      const one = await stored(await subjectOfKey(root, key));
      return one && entryOf(one, key);
    },
    async list(prefix) {
      const filter = await filterOfPrefix(root, prefix);
      const { state } = await link.ask(() => link.streams.info(stream, { subjects_filter: filter }));
      const subjects = Object.keys(state.subjects ?? {});
      const found: Entry[] = [];
      for (let at = 0; at < subjects.length; at += AT_ONCE) {
        const some = await Promise.all(subjects.slice(at, at + AT_ONCE).map(async (subject) => {
          const one = await stored(subject);
          // What somebody put under a subject that is not its key's is nobody's record.
          return one?.key !== undefined && one.key.startsWith(prefix) && (await subjectOfKey(root, one.key)) === subject ? entryOf(one, one.key) : undefined;
        }));
        found.push(...some.filter((entry) => entry !== undefined));
      }
      return found.sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    async write(key, revision, value) {
      const subject = await subjectOfKey(root, key);
      let expected = revision;
      for (;;) {
        const seq = await put(subject, expected, { key, value }, false);
        if (seq !== undefined) return { key, revision: seq, value };
        if (revision !== 0) return undefined;
        // No record can also mean that the mark of one that was removed is still there.
        const last = await stored(subject);
        if (last && !last.gone) return undefined;
        expected = last?.seq ?? 0;
      }
    },
    async remove(key, revision) {
      if (revision <= 0) return false;
      const seq = await put(await subjectOfKey(root, key), revision, { key }, true);
      if (seq !== undefined) marks.add(seq);
      return seq !== undefined;
    },
  };
}
