/** A message from one agent or person to another. */
import type { Json } from '../../shared/json.ts';

export const messageTypes = ['question', 'delegation', 'notification'] as const;
export type MessageType = (typeof messageTypes)[number];

export interface Message {
  project: string;
  id: string;
  from: string;
  from_role: string;
  to: string;
  /** The one run of that agent that it is for, while that run goes on; any of them otherwise. */
  run?: string;
  type: MessageType;
  /** Follow from the type: a question is `direct`, a delegation a `request` of high priority. */
  kind: 'direct' | 'request' | 'notification';
  priority: 'normal' | 'high';
  requires_response: boolean;
  subject: string;
  body: string;
  payload?: Json;
  /** The message that it answers. */
  in_reply_to?: string;
  /** The latest answer to it. */
  answer?: string;
  /** Milliseconds. */
  at: number;
  /** When the agent got it with its turn, or the person opened it. */
  read_at?: number;
}

/** Unread messages of one receiver, messages kept of one receiver, and sizes in characters. */
export const MESSAGE_LIMITS = { unread: 100, kept: 1000, subject: 500, body: 20_000, payload: 50_000 } as const;

/** What a type means for delivery. */
export function derivedFields(type: MessageType): Pick<Message, 'kind' | 'priority' | 'requires_response'> {
  switch (type) {
    case 'question': return { kind: 'direct', priority: 'normal', requires_response: true };
    case 'delegation': return { kind: 'request', priority: 'high', requires_response: true };
    case 'notification': return { kind: 'notification', priority: 'normal', requires_response: false };
  }
}
