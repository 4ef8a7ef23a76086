/** A request's body: whole with its length where it is there at once, as a browser sends files and forms; in pieces where a page streams. */

const MAX_WHOLE = 64 * 1024 * 1024;
/** A piece that takes longer comes from a stream that a page is still writing, or from a large file on a busy computer: that one would lose its length, which servers may insist on. */
const STALL_MS = 500;
/** What a browser made itself, of a form, is no stream: it is all there, however long its pieces take. */
const FORM = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
const FORM_STALL_MS = 30_000;

export type Body = { whole: Uint8Array | null } | { first: Uint8Array[]; reader: ReadableStreamDefaultReader<Uint8Array>; next: Promise<ReadableStreamReadResult<Uint8Array>> | null };

export async function readBody(request: Request): Promise<Body> {
  if (request.method === 'GET' || request.method === 'HEAD') return { whole: null };
  // Firefox has no stream of a request's body.
  if (!('body' in request)) {
    const bytes = new Uint8Array(await (request as Request).arrayBuffer());
    return { whole: bytes.length > 0 ? bytes : null };
  }
  if (request.body === null) return { whole: null };
  const stallMs = FORM.test(request.headers.get('content-type') ?? '') ? FORM_STALL_MS : STALL_MS;
  const reader = request.body.getReader();
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const next = reader.read();
    const result = await Promise.race([next, stall(stallMs)]);
    if (result === null) return { first: pieces, reader, next };
    if (result.done) return { whole: total === 0 ? null : join(pieces, total) };
    pieces.push(result.value);
    total += result.value.length;
    if (total > MAX_WHOLE) return { first: pieces, reader, next: null };
  }
}

function stall(ms: number): Promise<null> {
  return new Promise((done) => setTimeout(() => done(null), ms));
}

function join(pieces: Uint8Array[], total: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
