/** Inboxes: one for each agent and one for the person. */
import type { StoreApi } from 'zustand/vanilla';
import { AppError } from '../../shared/errors.ts';
import type { Json } from '../../shared/json.ts';
import type { Actor } from '../actor.ts';
import { checkSize } from '../beads/bead.ts';
import { liveValue, type WorkBase } from '../store/work-base.ts';
import { deliver } from './deliver.ts';
import type { Directory, DirectoryEntry } from './directory.ts';
import { MESSAGE_LIMITS, messageTypes, type Message, type MessageType } from './message.ts';

export interface NewMessage {
  to_agent_id?: string | undefined;
  to_agent_role?: string | undefined;
  /** One run among several of that agent, as each tab's own agent has the same name. */
  to_run?: string | undefined;
  message_type: MessageType;
  subject?: string | undefined;
  body?: string | undefined;
  payload?: Json | undefined;
  /** Id of the message that this one answers. */
  in_reply_to?: string | undefined;
}

/** Who reads: the run, where there may be others of its agent, and whether another one goes on. */
export interface Reader {
  run: string;
  goesOn(run: string): boolean;
}

/** What an agent gets at the beginning of a turn. */
export type News =
  | { kind: 'message'; message: Message }
  /** Answered after the asker had stopped waiting. */
  | { kind: 'answer'; bead_id: string; question: string; answer: string };

export interface MessageStore {
  /** Messages of everybody, oldest first; undefined before the first reading. */
  readonly live: StoreApi<readonly Message[] | undefined>;
  /** @throws AppError `missing_fields`, `not_found` (receiver), `queue_full`, `too_large` */
  send(message: NewMessage, from: Actor, signal?: AbortSignal): Promise<{ message: Message; to: DirectoryEntry }>;
  /** The next unread messages, the urgent ones first, and late answers for an agent, which are then read; each is given out once. What is for another run that goes on is left to that one. */
  take(agent: string, reader?: Reader): Promise<News[]>;
  /** Whoever took them has not come to read them. */
  giveBack(news: readonly News[]): Promise<void>;
  markRead(ids: readonly string[]): Promise<void>;
  remove(id: string): Promise<void>;
}

/** News of one turn; the rest comes with the next. */
const NEWS_PER_TURN = 10;

export function createMessageStore(base: WorkBase, directory: Directory): MessageStore {
  return {
    live: liveValue<readonly Message[] | undefined>(base, ['messages'], undefined, async (tx) => (await tx.all('messages', base.project)).sort((a, b) => a.at - b.at)),
    async send({ to_agent_id, to_agent_role, to_run, message_type, subject = '', body = '', payload, in_reply_to }, from, signal) {
      if (!to_agent_id && !to_agent_role) throw new AppError('missing_fields', 'either to_agent_id or to_agent_role is required', { data: { missing_fields: ['to_agent_id', 'to_agent_role'] } });
      if (!messageTypes.includes(message_type)) throw new AppError('invalid_arguments', `message_type must be one of: ${messageTypes.join(', ')}`);
      checkSize('message_subject', subject, MESSAGE_LIMITS.subject);
      checkSize('message_body', body, MESSAGE_LIMITS.body);
      checkSize('message_payload', payload === undefined ? undefined : JSON.stringify(payload), MESSAGE_LIMITS.payload);
      const to = await directory.find(to_agent_id ? { id: to_agent_id } : { role: to_agent_role }, signal);
      const message = await base.change((tx) => deliver(tx, base.project, base.now(), { from, to: to.id, run: to_run, type: message_type, subject, body, payload, in_reply_to }));
      return { message, to };
    },
    take: (agent, reader) => base.change(async (tx) => {
      const news: News[] = [];
      const isForAnother = (run?: string): boolean => run !== undefined && reader !== undefined && run !== reader.run && reader.goesOn(run);
      const unread = (await tx.all('messages', base.project)).filter(({ to, run, read_at }) => to === agent && read_at === undefined && !isForAnother(run)).sort((a, b) => Number(b.priority === 'high') - Number(a.priority === 'high') || a.at - b.at);
      for (const message of unread.slice(0, NEWS_PER_TURN)) {
        await tx.put('messages', { ...message, read_at: base.now() });
        news.push({ kind: 'message', message });
      }
      for (const bead of await tx.all('beads', base.project)) {
        const { question } = bead;
        if (news.length >= NEWS_PER_TURN || question?.asked_by !== agent || question.state !== 'answered' || question.delivered) continue;
        await tx.put('beads', { ...bead, question: { ...question, delivered: true } });
        news.push({ kind: 'answer', bead_id: bead.id, question: question.text, answer: question.answer ?? '' });
      }
      return news;
    }),
    giveBack: (news) => base.change(async (tx) => {
      for (const item of news) {
        const message = item.kind === 'message' ? await tx.get('messages', base.project, item.message.id) : undefined;
        // As it was when it was taken, with what came of it since.
        if (message) {
          const { read_at: _read, ...unread } = message;
          await tx.put('messages', unread);
        }
        const bead = item.kind === 'answer' ? await tx.get('beads', base.project, item.bead_id) : undefined;
        if (bead?.question) await tx.put('beads', { ...bead, question: { ...bead.question, delivered: false } });
      }
    }),
    markRead: (ids) => base.change(async (tx) => {
      for (const id of ids) {
        const message = await tx.get('messages', base.project, id);
        if (message && message.read_at === undefined) await tx.put('messages', { ...message, read_at: base.now() });
      }
    }),
    remove: (id) => base.change((tx) => tx.remove('messages', base.project, id)),
  };
}
