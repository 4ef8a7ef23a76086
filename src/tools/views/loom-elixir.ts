/** A result as Loom (Elixir) gives it (S2): a text, and whether it is an answer or an error. */
import type { ToolResult } from '../result.ts';

export type LoomElixirResult = { ok: string } | { error: string };

export function toLoomElixir(result: ToolResult): LoomElixirResult {
  if (result.ok) return { ok: result.output };
  // Git's failures are one sentence; a command's carry its output, which is all there is to learn from.
  if (result.status !== 'executed' || result.tool === 'git') return { error: result.message };
  return { error: result.output };
}
