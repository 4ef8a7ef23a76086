/** Searching and comparing bytes, with the rules of Node's native `indexOf`. */

/**
 * Position of `needle` in `haystack`, or -1.
 * @param offset where to begin; negative counts from the end
 * @param step 2 when both hold UTF-16: only even distances from the start match
 * @param end where the searched part ends
 */
export function search(haystack: Uint8Array, needle: Uint8Array, offset: number, forward: boolean, step = 1, end = haystack.length): number {
  const length = Math.min(haystack.length, end < 0 ? 0 : end);
  const n = step === 2 ? needle.length & ~1 : needle.length;
  const begin = beginning(haystack.length, Math.trunc(offset), needle.length, forward);
  if (needle.length === 0) return Math.min(begin, length);
  const last = (step === 2 ? length & ~1 : length) - n;
  if (begin < 0 || last < 0 || n === 0 || (forward && begin + needle.length > haystack.length)) return -1;
  const from = step === 2 ? begin & ~1 : begin;
  const first = needle[0]!;
  const matches = (at: number): boolean => {
    for (let j = 1; j < n; j++) if (haystack[at + j] !== needle[j]) return false;
    return true;
  };
  if (forward) {
    if (n >= HORSPOOL_FROM && step === 1) return horspool(haystack, needle, from, last);
    for (let i = haystack.indexOf(first, from); i !== -1 && i <= last; i = haystack.indexOf(first, i + 1)) {
      if (step === 2 && i % 2 !== 0) continue;
      if (matches(i)) return i;
    }
    return -1;
  }
  for (let i = haystack.lastIndexOf(first, Math.min(from, last)); i !== -1; i = i === 0 ? -1 : haystack.lastIndexOf(first, i - 1)) {
    if (step === 2 && i % 2 !== 0) continue;
    if (matches(i)) return i;
  }
  return -1;
}

/** Where a search begins, or -1 when nothing can be found (node_buffer.cc, `IndexOfOffset`). */
function beginning(length: number, offset: number, needle: number, forward: boolean): number {
  if (offset < 0) return offset + length >= 0 ? offset + length : forward || needle === 0 ? 0 : -1;
  if (offset + needle <= length) return offset;
  return needle === 0 ? length : forward ? -1 : length - 1;
}

/** Shorter needles are found faster by their first byte. */
const HORSPOOL_FROM = 4;

/** Horspool's search: compares from the needle's end, and skips by what stands below it. Looking for first bytes alone would take one native call for each of them. */
function horspool(haystack: Uint8Array, needle: Uint8Array, from: number, last: number): number {
  const end = needle.length - 1;
  const skip = new Int32Array(256).fill(needle.length);
  for (let j = 0; j < end; j++) skip[needle[j]!] = end - j;
  for (let i = from; i <= last; i += skip[haystack[i + end]!]!) {
    let j = end;
    while (j >= 0 && haystack[i + j] === needle[j]) j--;
    if (j < 0) return i;
  }
  return -1;
}

/** -1, 0 or 1 in byte order. */
export function compare(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1;
  return a.length < b.length ? -1 : a.length > b.length ? 1 : 0;
}
