/** A result as loom-mcp gives it (S4): the semantic result, into which the contract of bounded results is projected; or an error, never both. */
import type { Json } from '../../shared/json.ts';
import type { RetryHint, ToolResult } from '../result.ts';

export type LoomMcpResult =
  | { result: { [key: string]: Json } }
  | { error: { code: string; message: string; retry_hint?: RetryHint } };

/** @param next_cursor_field the name under which a paged tool gives its next cursor (ToolPagingExpr.NextCursorField). */
export function toLoomMcp(result: ToolResult, { next_cursor_field = 'next_cursor' } = {}): LoomMcpResult {
  if (result.error) return { error: result.error };
  const { bounds } = result;
  if (!bounds) return { result: result.metadata };
  const { returned, truncated, total, refinement_hint, next_cursor } = bounds;
  return {
    result: {
      ...result.metadata, returned, truncated, ...(total === undefined ? {} : { total }), ...(refinement_hint === undefined ? {} : { refinement_hint }),
      ...(next_cursor === undefined ? {} : { [next_cursor_field]: next_cursor }),
    },
  };
}

/** What is wrong with a result by the contract, or nothing: truncated means a cursor or a hint, a cursor means that there is more, and an error has no bounds. */
export function boundsProblem({ error, bounds, metadata }: ToolResult): string | undefined {
  if (!bounds) return undefined;
  if (error) return 'an error has no bounds';
  if (bounds.truncated && bounds.next_cursor === undefined && bounds.refinement_hint === undefined) return 'truncated without a cursor or a hint';
  if (!bounds.truncated && bounds.next_cursor !== undefined) return 'a cursor, and yet not truncated';
  if (bounds.total !== undefined && bounds.total < bounds.returned) return 'more returned than there is';
  const taken = ['returned', 'truncated', 'refinement_hint', 'next_cursor'].find((name) => name in metadata && name !== 'truncated');
  return taken === undefined ? undefined : `the result has a field ${taken} of its own`;
}
