/** Puts a message into an inbox, within one transaction. */
import { AppError } from '../../shared/errors.ts';
import type { Json } from '../../shared/json.ts';
import type { Actor } from '../actor.ts';
import type { Transaction } from '../store/tables.ts';
import { derivedFields, MESSAGE_LIMITS, type Message, type MessageType } from './message.ts';

export interface Letter {
  from: Actor;
  to: string;
  run?: string | undefined;
  type: MessageType;
  subject: string;
  body: string;
  payload?: Json | undefined;
  in_reply_to?: string | undefined;
}

/** @throws AppError `queue_full` when the receiver has 100 unread messages: nothing is dropped to make room. */
export async function deliver(tx: Transaction, project: string, at: number, letter: Letter): Promise<Message> {
  const { from, to, run, type, subject, body, payload, in_reply_to } = letter;
  const own = (await tx.all('messages', project)).filter((message) => message.to === to);
  if (own.filter(({ read_at }) => read_at === undefined).length >= MESSAGE_LIMITS.unread) {
    throw new AppError('queue_full', `the inbox of ${to} is full (${MESSAGE_LIMITS.unread} unread messages)`);
  }
  const old = own.filter(({ read_at }) => read_at !== undefined).sort((a, b) => a.at - b.at).slice(0, Math.max(0, own.length + 1 - MESSAGE_LIMITS.kept));
  for (const { id } of old) await tx.remove('messages', project, id);
  const message: Message = {
    project, id: `msg-${crypto.randomUUID()}`, from: from.id, from_role: from.role, to, type, ...derivedFields(type), subject, body, at,
    ...(run === undefined ? {} : { run }), ...(payload === undefined ? {} : { payload }), ...(in_reply_to === undefined ? {} : { in_reply_to }),
  };
  await tx.put('messages', message);
  const asked = in_reply_to === undefined ? undefined : await tx.get('messages', project, in_reply_to);
  if (asked) await tx.put('messages', { ...asked, answer: message.id });
  return message;
}
