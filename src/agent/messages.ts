/** The conversation as the loop keeps it; providers translate it to their wire format at the last moment. */

/** `native`: the provider's own tool calls. `json`: actions as a JSON object in the answer's text, for models without them. */
export type DialectName = 'native' | 'json';

export { systemNames } from '../tools/systems/names.ts';
export type { SystemName } from '../tools/systems/names.ts';

export interface ModelToolCall {
  call_id: string;
  name: string;
  /** JSON text exactly as the model wrote it. */
  arguments: string;
}

export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: ModelToolCall[] }
  | { role: 'tool'; call_id: string; name: string; text: string; is_error: boolean };
