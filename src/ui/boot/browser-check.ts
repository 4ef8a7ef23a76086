/** Which features of the browser Tabloom cannot do without, and what a person can do when one is missing. */

export interface MissingFeature {
  name: string;
  /** One sentence: why it is needed. */
  why: string;
  /** One sentence: what to do. */
  remedy: string;
}

const UPDATE = 'Use a current Chrome, Edge or Firefox (or Safari 16.4 and later).';

/** An empty list means that the page can start. */
export function findMissingFeatures(scope: typeof globalThis = globalThis): MissingFeature[] {
  const missing: MissingFeature[] = [];
  if (!scope.isSecureContext) {
    missing.push({
      name: 'A secure address',
      why: 'Browsers offer shared memory and storage only over https:// or on localhost.',
      remedy: 'Open this page through https://, or on the same computer through its localhost name.',
    });
  }
  if (typeof scope.SharedArrayBuffer === 'undefined' || !scope.crossOriginIsolated) {
    missing.push({
      name: 'Shared memory (SharedArrayBuffer)',
      why: 'Programs in the sandbox wait for files and for each other through memory they share; the browser allows that only in a page that is isolated from other sites (crossOriginIsolated).',
      remedy: 'If you run this site: send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp. Otherwise use a current browser, and open the page in a tab of its own.',
    });
  }
  if (typeof scope.Atomics === 'undefined' || typeof scope.Atomics.waitAsync !== 'function') {
    missing.push({ name: 'Atomics.waitAsync', why: 'The kernel waits for many programs at once without stopping any of them.', remedy: `${UPDATE} In Firefox this needs version 145 or later.` });
  }
  if (typeof scope.Worker === 'undefined') missing.push({ name: 'Web Workers', why: 'Every program in the sandbox is a worker.', remedy: UPDATE });
  if (typeof scope.WebAssembly === 'undefined') {
    missing.push({ name: 'WebAssembly', why: 'Parts of Node are compiled programs.', remedy: 'Some hardened browser modes (Lockdown Mode, the strictest levels of Tor Browser) turn it off; allow it for this site.' });
  }
  return missing;
}
