/** Puts markup at the start of a page as it streams by, before any script of the page's own. */

/** The markup goes behind what may stand before it; a page that has not begun its head by then gets it at the start. */
const LOOK_AHEAD = 8 * 1024;

/** Inserts `markup` after the doctype or the `<head>` tag. Works on bytes, so it changes nothing else; encodings that are no superset of ASCII are not touched. */
export function injectMarkup(markup: string): TransformStream<Uint8Array, Uint8Array> {
  let held: Uint8Array | null = new Uint8Array(0);
  return new TransformStream({
    transform(chunk, controller) {
      if (held === null) return controller.enqueue(chunk);
      const joined: Uint8Array = new Uint8Array(held.length + chunk.length);
      joined.set(held);
      joined.set(chunk, held.length);
      const at = placeFor(joined, joined.length >= LOOK_AHEAD);
      if (at === null) held = joined;
      else {
        held = null;
        controller.enqueue(insert(joined, at, markup));
      }
    },
    flush(controller) {
      if (held === null) return;
      const at = placeFor(held, true)!;
      controller.enqueue(insert(held, at, markup));
    },
  });
}

/** As `injectMarkup`, for a page that is there as a whole. */
export function injectWhole(bytes: Uint8Array, markup: string): Uint8Array {
  return insert(bytes, placeFor(bytes, true)!, markup);
}

function insert(bytes: Uint8Array, at: number, markup: string): Uint8Array {
  if (at < 0) return bytes;
  const added = new TextEncoder().encode(markup);
  const out = new Uint8Array(bytes.length + added.length);
  out.set(bytes.subarray(0, at));
  out.set(added, at);
  out.set(bytes.subarray(at), at + added.length);
  return out;
}

/** Where the markup goes; null while that cannot be told yet, -1 for nowhere. */
function placeFor(bytes: Uint8Array, certain: boolean): number | null {
  // UTF-16.
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe)) return -1;
  let text = '';
  const end = Math.min(bytes.length, LOOK_AHEAD);
  for (let i = 0; i < end; i++) text += String.fromCharCode(bytes[i]!);
  // Byte order mark, doctype, comments, and the tags html and head; what follows is the page's own content.
  const start = /^(?:\xef\xbb\xbf)?(?:\s+|<!doctype[^>]*>|<!--[^]*?-->|<(?:html|head)(?:\s(?:"[^"]*"|'[^']*'|[^>"'])*)?>)*/i.exec(text)!;
  const rest = text.slice(start[0].length);
  // Only the last quote may be open: were each, any page with a quoted attribute would be cut, and streamed pages would wait for their end.
  const cut = rest === '' || rest.startsWith('<!--') || /^<(?:"[^"]*"|'[^']*'|[^>"'])*(?:"[^"]*|'[^']*)?$/.test(rest);
  if (cut && !certain) return null;
  return start[0].length;
}
