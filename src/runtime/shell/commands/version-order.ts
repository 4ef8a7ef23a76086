/** `sort -V`: names by their parts, of which digits compare as numbers. Follows gnulib's `filevercmp.c`. */

/** What a character counts: nothing is less than `~`, digits are compared apart, letters come before all else. */
function weight(text: string, at: number, end: number): number {
  const c = at < end ? text[at]! : '';
  if (c === '') return -1;
  if (/[0-9]/.test(c)) return 0;
  return /[A-Za-z]/.test(c) ? c.charCodeAt(0) : c === '~' ? -2 : c.codePointAt(0)! + 0x11_0000;
}

const isDigit = (text: string, at: number, end: number): boolean => at < end && /[0-9]/.test(text[at]!);

function parts(a: string, aEnd: number, b: string, bEnd: number): number {
  let i = 0;
  let k = 0;
  while (i < aEnd || k < bEnd) {
    while ((i < aEnd && !isDigit(a, i, aEnd)) || (k < bEnd && !isDigit(b, k, bEnd))) {
      const order = weight(a, i, aEnd) - weight(b, k, bEnd);
      if (order !== 0) return order;
      i++;
      k++;
    }
    while (i < aEnd && a[i] === '0') i++;
    while (k < bEnd && b[k] === '0') k++;
    let first = 0;
    for (; isDigit(a, i, aEnd) && isDigit(b, k, bEnd); i++, k++) first ||= a.charCodeAt(i) - b.charCodeAt(k);
    if (isDigit(a, i, aEnd)) return 1;
    if (isDigit(b, k, bEnd)) return -1;
    if (first !== 0) return first;
  }
  return 0;
}

export function versionOrder(a: string, b: string): number {
  if (a === '' || b === '') return Number(a !== '') - Number(b !== '');
  // `.`, `..` and hidden files come first.
  const rank = (name: string): number => (name === '.' ? 0 : name === '..' ? 1 : name.startsWith('.') ? 2 : 3);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  // Without their endings (`.tar.gz`) first.
  const aStem = a.replace(/(?:\.[A-Za-z~][A-Za-z0-9~]*)*$/, '').length;
  const bStem = b.replace(/(?:\.[A-Za-z~][A-Za-z0-9~]*)*$/, '').length;
  return parts(a, aStem, b, bStem) || parts(a, a.length, b, b.length);
}
