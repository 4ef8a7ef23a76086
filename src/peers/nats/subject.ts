/** Keys of records as subjects of NATS, whose words are of few letters, are divided by dots and share one line of 4 KiB with much else. */

/** A longer word is replaced by its hash; the key itself is in the message. */
const MAX_WORD = 1_000;

/** Each key its own word: what is no letter, digit or hyphen is written as its code. */
function plainWord(text: string): string {
  if (text === '') return '=';
  return text.replace(/[^A-Za-z0-9-]/g, (char) => {
    const code = char.charCodeAt(0).toString(16);
    return code.length <= 2 ? `=${code.padStart(2, '0')}` : `_${code.padStart(4, '0')}`;
  });
}

/** One word of a subject for any text. */
export async function subjectWord(text: string): Promise<string> {
  const word = plainWord(text);
  if (word.length <= MAX_WORD) return word;
  // Of UTF-16 units, as everything else here: halves of pairs are different letters too.
  const units = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const digest = await crypto.subtle.digest('SHA-256', units);
  return `=~${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The subject of a key below `root`. What comes before the first slash is a word of its own, so that the server can find records by their kind. */
export async function subjectOfKey(root: string, key: string): Promise<string> {
  const slash = key.indexOf('/');
  if (slash < 0) return `${root}.${await subjectWord(key)}`;
  return `${root}.${await subjectWord(key.slice(0, slash))}.${await subjectWord(key.slice(slash + 1))}`;
}

/** A filter for the subjects of all keys that begin so, and perhaps of others. */
export async function filterOfPrefix(root: string, prefix: string): Promise<string> {
  const slash = prefix.indexOf('/');
  return slash < 0 ? `${root}.>` : `${root}.${await subjectWord(prefix.slice(0, slash))}.>`;
}
