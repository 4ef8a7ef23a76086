/** IP address texts. */

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** The sixteen bytes of an IPv6 address, or undefined. Zones (`%lo`) are cut off. */
export function ipv6Bytes(text: string): Uint8Array | undefined {
  let address = text.split('%')[0]!;
  const last = address.slice(address.lastIndexOf(':') + 1);
  if (last.includes('.')) {
    if (!isIpv4(last)) return undefined;
    const [a, b, c, d] = last.split('.').map(Number) as [number, number, number, number];
    address = `${address.slice(0, -last.length)}${(a << 8 | b).toString(16)}:${(c << 8 | d).toString(16)}`;
  }
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const groups = (half: string | undefined): string[] => (half ? half.split(':') : []);
  const head = groups(halves[0]), tail = groups(halves[1]);
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const all = [...head, ...new Array<string>(halves.length === 2 ? missing : 0).fill('0'), ...tail];
  const bytes = new Uint8Array(16);
  for (const [i, group] of all.entries()) {
    if (!/^[0-9a-f]{1,4}$/i.test(group)) return undefined;
    const value = parseInt(group, 16);
    bytes[2 * i] = value >> 8;
    bytes[2 * i + 1] = value & 255;
  }
  return bytes;
}

/** The address as inet_ntop writes it; undefined when it is none. */
export function canonicalIp(text: string): string | undefined {
  if (isIpv4(text)) return text;
  const bytes = ipv6Bytes(text);
  if (!bytes) return undefined;
  const groups = Array.from({ length: 8 }, (_, i) => bytes[2 * i]! << 8 | bytes[2 * i + 1]!);
  if (groups.slice(0, 5).every((g) => g === 0) && groups[5] === 0xffff) return `::ffff:${[...bytes.slice(12)].join('.')}`;
  let best = { start: -1, length: 1 };
  for (let i = 0; i < 8; i++) {
    let j = i;
    while (j < 8 && groups[j] === 0) j++;
    if (j - i > best.length) best = { start: i, length: j - i };
    i = Math.max(i, j - 1);
  }
  // inet_ntop writes the last four bytes of a short address in IPv4's form.
  if (best.start === 0 && best.length === 6) return `::${[...bytes.slice(12)].join('.')}`;
  const hex = groups.map((g) => g.toString(16));
  if (best.start < 0) return hex.join(':');
  return `${hex.slice(0, best.start).join(':')}::${hex.slice(best.start + best.length).join(':')}`;
}
