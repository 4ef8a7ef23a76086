/**
 * What a relay sends: one JSON object for each webhook, in the form of smee.io and its like (the request's headers in lower case, its body
 * under `body`), or `{source, event, payload}`; or anything, under the name that the relay gives it.
 */
import { isRecord } from '../../shared/json.ts';
import type { Json } from '../../shared/json.ts';
import type { Webhook } from '../../peers/webhooks.ts';

/** The form in which services name themselves: header of the event, header of the delivery. */
const services = [
  { source: 'github', event: 'x-github-event', id: 'x-github-delivery' },
  { source: 'gitea', event: 'x-gitea-event', id: 'x-gitea-delivery' },
  { source: 'gitlab', event: 'x-gitlab-event', id: 'x-gitlab-event-uuid' },
] as const;

export const MAX_DATA = 1024 * 1024;
/** Names under which relays say that they are there, which nobody waits for. */
const OWN = /^(?:ready|open|connected|ping|keep-?alive|heartbeat)$/i;

/** @param name of the event. @returns the webhook, or a sentence that says why it is none; undefined for what a relay says of itself */
export function readRelayMessage(data: string, name = 'message'): Webhook | string | undefined {
  if (data.length > MAX_DATA) return 'The relay sent more than 1 MB at once.';
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return OWN.test(name) ? undefined : 'The relay sent what is no JSON.';
  }
  if (!isRecord(message)) return OWN.test(name) ? undefined : 'The relay sent what is no JSON object.';
  const text = (name: string): string | undefined => (typeof message[name] === 'string' ? message[name] : undefined);
  for (const { source, event, id } of services) {
    const what = text(event);
    if (what !== undefined) return { source, event: source === 'gitlab' ? what.replace(/ Hook$/, '').toLowerCase().replaceAll(' ', '_') : what, payload: bodyOf(message.body), ...(text(id) === undefined ? {} : { id: text(id)! }) };
  }
  const [source, event] = [text('source'), text('event')];
  if (source !== undefined && event !== undefined && message.payload !== undefined) return { source, event, payload: message.payload as Json, ...(text('id') === undefined ? {} : { id: text('id')! }) };
  return OWN.test(name) ? undefined : { source: 'relay', event: name, payload: bodyOf(message.body ?? message) };
}

/** A form with the JSON in one field is how GitHub sends unless it is told otherwise. */
function bodyOf(body: unknown): Json {
  if (!isRecord(body) || typeof body.payload !== 'string' || Object.keys(body).length > 1) return (body ?? null) as Json;
  try {
    return JSON.parse(body.payload) as Json;
  } catch {
    return body as Json;
  }
}
