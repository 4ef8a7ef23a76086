/**
 * Webhooks from the page that this one is shown in:
 *
 *   frame.contentWindow.postMessage({ type: 'tabloom-webhook', id, source, event, payload }, 'https://where.tabloom.is')
 *
 * Only the page directly around this one is heard, and only when the person has allowed its origin; to all others this page is silent. Each
 * accepted message is answered with `{ type: 'tabloom-webhook-receipt', id, handled, woke }`, or with `error`, a sentence, in place of the
 * last two.
 */
import { isRecord } from '../../shared/json.ts';
import { AppError } from '../../shared/errors.ts';
import type { Delivery } from '../../peers/webhooks.ts';

const MESSAGE = 'tabloom-webhook';
const RECEIPT = 'tabloom-webhook-receipt';
/** Messages that are worked on at a time; the others are refused. */
const MAX_BUSY = 20;

/** @param allowed asked for each message. @returns a function that ends it */
export function listenToEmbedder(page: Window, allowed: () => readonly string[], deliver: (webhook: unknown) => Promise<Delivery | undefined>): () => void {
  let busy = 0;
  const onMessage = (event: MessageEvent<unknown>): void => {
    const { data, origin, source } = event;
    if (page.parent === page || source !== page.parent || !allowed().includes(origin) || !isRecord(data) || data.type !== MESSAGE) return;
    const id = typeof data.id === 'string' ? data.id.slice(0, 100) : null;
    const answer = (receipt: object): void => page.parent.postMessage({ type: RECEIPT, id, ...receipt }, origin);
    if (busy >= MAX_BUSY) return answer({ error: 'Too many webhooks at once.' });
    busy++;
    const { source: from, event: name, payload } = data;
    deliver({ source: from, event: name, payload, ...(id === null || id === '' ? {} : { id }) }).then(
      (delivery) => answer(delivery ? { handled: delivery.woke.length > 0, woke: delivery.woke } : { handled: false, woke: [], repeated: true }),
      (error: unknown) => answer({ error: AppError.from(error).message }),
    ).finally(() => busy--);
  };
  page.addEventListener('message', onMessage);
  return () => page.removeEventListener('message', onMessage);
}
