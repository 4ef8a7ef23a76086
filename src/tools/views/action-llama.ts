/** A result as Action Llama's tools give it (S3): content for the model, and whether it is an error. */
import type { ToolResult } from '../result.ts';

export interface ActionLlamaResult {
  content: { type: 'text'; text: string }[];
  isError: boolean;
}

export function toActionLlama(result: ToolResult): ActionLlamaResult {
  return { content: [{ type: 'text', text: result.status === 'executed' ? result.output : result.message }], isError: result.is_error };
}
