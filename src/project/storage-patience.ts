/**
 * Tells a person when the browser's storage does not answer. Chromium gives no time limit to a transaction that was begun and asked for nothing yet: a tab
 * that is stopped by force in that instant holds up every other tab until it goes on or is closed, and only a person can do either.
 */
import { storage } from './storage-care.ts';

/** ms: a busy machine's disk may take some seconds. */
const PATIENCE_MS = 6_000;

let waiting = 0;

/**
 * `storage.held` says meanwhile that something waits longer than usual.
 * @param answer what takes no longer than a few questions to the browser's storage; not a long reading
 * @returns what it answers. @throws what it throws
 */
export async function patiently<T>(answer: Promise<T>): Promise<T> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    storage.setState({ held: ++waiting > 0 });
  }, PATIENCE_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (late) storage.setState({ held: --waiting > 0 });
  }
}
