/** Punycode (RFC 3492), decoding only: host names for people. Encoding is the browser's. */

const BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700;

function adapt(delta: number, points: number, first: boolean): number {
  let d = first ? Math.floor(delta / DAMP) : delta >> 1;
  d += Math.floor(d / points);
  let k = 0;
  for (; d > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) d = Math.floor(d / (BASE - T_MIN));
  return Math.floor(k + ((BASE - T_MIN + 1) * d) / (d + SKEW));
}

function decodeLabel(input: string): string | undefined {
  const out: number[] = [];
  const dash = input.lastIndexOf('-');
  for (let i = 0; i < dash; i++) out.push(input.charCodeAt(i));
  let n = 128, i = 0, bias = 72;
  for (let at = dash > 0 ? dash + 1 : 0; at < input.length;) {
    const before = i;
    for (let w = 1, k = BASE; ; k += BASE) {
      if (at >= input.length) return undefined;
      const c = input.charCodeAt(at++);
      const digit = c >= 48 && c < 58 ? c - 22 : c >= 65 && c < 91 ? c - 65 : c >= 97 && c < 123 ? c - 97 : BASE;
      if (digit >= BASE) return undefined;
      i += digit * w;
      const t = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
      if (digit < t) break;
      w *= BASE - t;
    }
    bias = adapt(i - before, out.length + 1, before === 0);
    n += Math.floor(i / (out.length + 1));
    i %= out.length + 1;
    out.splice(i++, 0, n);
  }
  return String.fromCodePoint(...out);
}

/** `xn--` labels decoded, everything else as it is. */
export function toUnicode(host: string): string {
  return host.split('.').map((label) => (label.toLowerCase().startsWith('xn--') ? decodeLabel(label.slice(4)) ?? label : label)).join('.');
}
