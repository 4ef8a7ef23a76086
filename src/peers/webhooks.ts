/**
 * Events from outside of the project: given to the first run of every agent that waits for such a one, and kept for a while, so that people
 * see what came and whether anybody waited for it. The record's name is the delivery's: the same delivery twice is one.
 */
import * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import type { Json } from '../shared/json.ts';
import type { Coordination, Entry } from './port.ts';
import type { Waits } from './waits.ts';
import { webhookContext } from './webhook-context.ts';

/** How an event came: from the panel, from the page around this one, or from a relay. */
const ways = ['panel', 'page', 'relay'] as const;

const MAX_NAME = 100;
/** Characters of a payload as JSON, and levels of objects and lists in it. */
const MAX_SIZE = 256 * 1024;
const MAX_DEPTH = 64;
/** Deliveries that are kept, and characters of all of them. */
const MAX_KEPT = 50;
const MAX_KEPT_SIZE = 2 * 1024 * 1024;
/** Failed deliveries that are remembered until they come once more. */
const MAX_FAILED = 50;

/** As it comes from outside. */
export const webhookForm = z.object({
  source: z.string().trim().min(1).max(MAX_NAME), event: z.string().trim().min(1).max(MAX_NAME), payload: z.json(),
  /** Names the delivery, where the sender does that. */
  id: z.optional(z.string().min(1).max(MAX_NAME)),
});

const record = z.object({
  source: z.string(), event: z.string(), payload: z.json(), at: z.number(), via: z.enum(ways),
  /** The agents of which a run was resumed or begun; none when nobody waited for it. */
  woke: z.array(z.string()),
});

export type Webhook = z.infer<typeof webhookForm>;
export type Delivery = z.infer<typeof record> & { id: string };

const DELIVERIES = 'webhook/';

export interface Webhooks {
  /** @returns what became of it; undefined when that delivery has been here before @throws AppError `invalid_arguments`, `too_large` */
  deliver(webhook: unknown, via: Delivery['via']): Promise<Delivery | undefined>;
  /** The last ones, newest first. */
  list(): Promise<Delivery[]>;
  /** Gives one that is kept to those who wait now. @returns the agents of which a run was resumed @throws AppError `not_found` */
  again(id: string): Promise<string[]>;
  forget(id: string): Promise<void>;
  /** Asked for each delivery in the peer that it came to, after those who wait: may begin runs. @returns a function that ends it */
  onDelivery(listener: (delivery: Delivery) => Promise<readonly string[]>): () => void;
}

/** Deeper ones would take whoever checks or prints them beyond the stack. */
const isShallow = (value: unknown, levels: number): boolean => typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)));

export function createWebhooks(port: Coordination, waits: Waits): Webhooks {
  const { records } = port;
  const listeners = new Set<(delivery: Delivery) => Promise<readonly string[]>>();
  /** By which name those that failed here were handed to some, by their id. One that is forgotten may come again, under the same id: it is another one then. */
  const failed = new Map<string, string>();
  const deliveryOf = (entry: Entry): Delivery | undefined => {
    const parsed = record.safeParse(entry.value);
    return parsed.success ? { id: entry.key.slice(DELIVERIES.length), ...parsed.data } : undefined;
  };
  const told = (): void => port.announce('webhooks', {});

  /** @param once names what may have to be handed once more: whoever has it already does not get it again */
  async function hand(delivery: Delivery, once?: string): Promise<string[]> {
    const { source, event, payload } = delivery;
    const woke = await waits.triggerAll({ type: 'webhook', source, event, payload, ...(once === undefined ? {} : { once }) });
    // A listener that fails began nothing.
    for (const listener of [...listeners]) woke.push(...await listener(delivery).catch(() => []));
    return [...new Set(woke)];
  }

  /** Adds who was woken. */
  async function note(key: string, woke: readonly string[]): Promise<void> {
    const entry = await records.read(key);
    const parsed = record.safeParse(entry?.value);
    // Not written because somebody else changed it: only what is shown is less then.
    if (entry && parsed.success && woke.length > 0) await records.write(key, entry.revision, { ...parsed.data, woke: [...new Set([...parsed.data.woke, ...woke])] });
    told();
  }

  async function prune(): Promise<void> {
    const entries = (await records.list(DELIVERIES)).map((entry) => ({ entry, delivery: deliveryOf(entry), size: JSON.stringify(entry.value).length }))
      .sort((a, b) => (b.delivery?.at ?? 0) - (a.delivery?.at ?? 0));
    let size = 0;
    for (const [index, one] of entries.entries()) {
      size += one.size;
      if (index >= MAX_KEPT || (index > 0 && size > MAX_KEPT_SIZE)) await records.remove(one.entry.key, one.entry.revision);
    }
  }

  return {
    async deliver(webhook, via) {
      if (!isShallow(webhook, MAX_DEPTH)) throw new AppError('invalid_arguments', `This is no webhook: it has more than ${MAX_DEPTH} levels.`);
      const parsed = webhookForm.safeParse(webhook);
      if (!parsed.success) throw new AppError('invalid_arguments', `This is no webhook: ${parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).slice(0, 3).join('; ')}.`);
      const { source, event, payload, id = crypto.randomUUID() } = parsed.data;
      if (JSON.stringify(payload).length > MAX_SIZE) throw new AppError('too_large', `The payload is larger than ${MAX_SIZE / 1024} KB.`);
      const delivery: Delivery = { id, source, event, payload: webhookContext(source, event, payload as Json), at: port.now(), via, woke: [] };
      const { id: _name, ...kept } = delivery;
      const noted = await records.write(DELIVERIES + id, 0, kept as Json);
      if (!noted) return undefined;
      const once = failed.get(id) ?? crypto.randomUUID();
      const woke = await hand(delivery, once).catch(async (error: unknown) => {
        failed.set(id, once);
        for (const oldest of [...failed.keys()].slice(0, -MAX_FAILED)) failed.delete(oldest);
        // Its sender is told that it failed, and sends it again: that must not count as one that has been here.
        await records.remove(noted.key, noted.revision).catch(() => false);
        throw error;
      });
      failed.delete(id);
      await note(DELIVERIES + id, woke);
      await prune();
      return { ...delivery, woke };
    },
    list: async () => (await records.list(DELIVERIES)).map(deliveryOf).filter((one) => one !== undefined).sort((a, b) => b.at - a.at),
    async again(id) {
      const entry = await records.read(DELIVERIES + id);
      const delivery = entry && deliveryOf(entry);
      if (!delivery) throw new AppError('not_found', 'This webhook is no longer kept.');
      const woke = await hand(delivery);
      await note(entry.key, woke);
      return woke;
    },
    async forget(id) {
      const entry = await records.read(DELIVERIES + id);
      if (entry) await records.remove(entry.key, entry.revision);
      told();
    },
    onDelivery(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
