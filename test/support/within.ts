/**
 * Waits for it, but no longer than that: a question to a page has no bound of its own, and a test that hangs does not say at what.
 * @throws `After … s: what.`
 */
export async function within<T>(ms: number, what: string, wait: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, fail) => { timer = setTimeout(() => fail(new Error(`After ${ms / 1000} s: ${what}.`)), ms); });
  try {
    return await Promise.race([wait, over]);
  } finally {
    clearTimeout(timer);
  }
}
