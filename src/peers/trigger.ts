import { isRecord } from '../shared/json.ts';
import type { Json } from '../shared/json.ts';

/** What a run waits for; every part that is given has to fit. */
export interface Filter {
  type: 'webhook' | 'agent_trigger';
  source?: string | undefined;
  event?: string | undefined;
  source_agent?: string | undefined;
  /** Dot paths into the payload. */
  match?: { [path: string]: string | number | boolean } | undefined;
}

export interface Trigger {
  type: 'webhook' | 'agent_trigger';
  source?: string | undefined;
  event?: string | undefined;
  source_agent?: string | undefined;
  payload: Json;
}

/** Values are compared as text, as the system of the third document does: `true` fits "true". A path that leads nowhere fits nothing. */
export function matches(filter: Filter, trigger: Trigger): boolean {
  if (filter.type !== trigger.type) return false;
  for (const name of ['source', 'event', 'source_agent'] as const) if (filter[name] !== undefined && filter[name] !== trigger[name]) return false;
  return Object.entries(filter.match ?? {}).every(([path, expected]) => {
    const actual = valueAt(trigger.payload, path);
    return actual !== undefined && (typeof actual !== 'object' || actual === null) && String(actual) === String(expected);
  });
}

function valueAt(payload: Json, path: string): Json | undefined {
  let value: Json | undefined = payload;
  for (const name of path.split('.')) {
    if (Array.isArray(value)) value = /^\d+$/.test(name) ? value[Number(name)] : undefined;
    else value = isRecord(value) && Object.hasOwn(value, name) ? (value[name] as Json) : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}
