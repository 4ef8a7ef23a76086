/** The part of a preview's address that tells sandboxes apart. Nobody can guess it, and it stays the same when the page around is loaded again, so that a preview in a tab of its own finds its sandbox anew. */

const SECRET = 'tabloom-preview-secret';
/** How long the page that had it before may take to go. */
const HANDOVER_MS = 1000;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** `lasts`: the next sandbox of the same project in the same page has it too. */
export interface PreviewId { id: string; lasts: boolean }

/**
 * An id for the sandbox of `project` in the page of `embedder`. The second sandbox of the same project at the same time gets one of its own, and so does everyone where the browser
 * refuses storage.
 */
export async function previewId(embedder: string, project: string): Promise<PreviewId> {
  const random = crypto.getRandomValues(new Uint8Array(32));
  let secret: string;
  try {
    secret = localStorage.getItem(SECRET) ?? '';
    if (!/^[a-z2-7]{32}$/.test(secret)) {
      secret = spell(random);
      localStorage.setItem(SECRET, secret);
    }
  } catch {
    return { id: spell(random).slice(0, 16), lasts: false };
  }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const digest = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${embedder}\n${project}`));
  const id = spell(new Uint8Array(digest)).slice(0, 16);
  return (await hold(`tabloom-preview:${id}`)) ? { id, lasts: true } : { id: spell(random).slice(0, 16), lasts: false };
}

/** Takes the lock for as long as this page lives; false when another page keeps it. */
function hold(name: string): Promise<boolean> {
  return new Promise((done) => {
    navigator.locks.request(name, { signal: AbortSignal.timeout(HANDOVER_MS) }, () => {
      done(true);
      return new Promise(() => {});
    }).catch(() => done(false));
  });
}

function spell(bytes: Uint8Array): string {
  return [...bytes].map((byte) => ALPHABET[byte & 31]).join('');
}
