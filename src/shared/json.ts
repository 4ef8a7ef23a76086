/** Anything that survives `JSON.stringify` and back unchanged. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Whether a parsed value is a plain object, so that its keys may be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
