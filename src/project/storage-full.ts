/** Whether a write failed because the browser has no room left. By name: browsers are on the way from a `DOMException` to a class of its own. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}
