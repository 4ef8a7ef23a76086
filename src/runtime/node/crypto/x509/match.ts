/** Whom a certificate speaks for: host names, addresses and mailboxes (RFC 6125, as OpenSSL's `X509_check_host` reads it). */
import type { Certificate } from './certificate.ts';

/** OpenSSL's flags. */
export const CHECK = { ALWAYS_SUBJECT: 1, NO_WILDCARDS: 2, NO_PARTIAL_WILDCARDS: 4, MULTI_LABEL_WILDCARDS: 8, SINGLE_LABEL_SUBDOMAINS: 16, NEVER_SUBJECT: 32 } as const;

const COMMON_NAME = '2.5.4.3', EMAIL = '1.2.840.113549.1.9.1';

const lower = (text: string): string => text.replace(/[A-Z]/g, (c) => c.toLowerCase());

/** The text before and after the one star that may stand in the leftmost label; null when there is none that counts. */
function starOf(pattern: string, flags: number): { before: string; after: string } | null {
  const star = pattern.indexOf('*');
  const dot = pattern.indexOf('.');
  if (star === -1 || pattern.indexOf('*', star + 1) !== -1 || dot === -1 || star > dot) return null;
  const before = pattern.slice(0, star), after = pattern.slice(star + 1);
  if (flags & CHECK.NO_PARTIAL_WILDCARDS && pattern.slice(0, dot) !== '*') return null;
  if (lower(before).startsWith('xn--')) return null;
  // At least two labels behind it, and nothing but host name characters.
  return after.slice(after.indexOf('.') + 1).includes('.') && /^[A-Za-z0-9_.-]*$/.test(before + after) ? { before, after } : null;
}

function matches(pattern: string, name: string, flags: number): boolean {
  const [p, n] = [lower(pattern), lower(name)];
  // A leading dot asks for any host below the domain.
  if (n.startsWith('.') && n.length > 1) {
    if (!p.endsWith(n)) return false;
    return !(flags & CHECK.SINGLE_LABEL_SUBDOMAINS) || !p.slice(0, -n.length).includes('.');
  }
  if (p === n) return true;
  const star = flags & CHECK.NO_WILDCARDS ? null : starOf(p, flags);
  if (!star || n.length < star.before.length + star.after.length || !n.startsWith(star.before) || !n.endsWith(star.after)) return false;
  const middle = n.slice(star.before.length, n.length - star.after.length);
  const whole = star.before === '' && star.after.startsWith('.');
  if (middle === '' && whole) return false;
  if (!whole && n.startsWith('xn--')) return false;
  if (whole && flags & CHECK.MULTI_LABEL_WILDCARDS) return /^[a-z0-9_.-]*$/.test(middle);
  return /^[a-z0-9_-]*$/.test(middle);
}

const subjectValues = (certificate: Certificate, oid: string): string[] => certificate.subject.parts.flat().filter((a) => a.oid === oid).map((a) => a.value);

function checks(certificate: Certificate, kind: 'dns' | 'email', subjectOid: string, flags: number, fits: (value: string) => boolean): string | undefined {
  const names = certificate.subjectAltName?.filter((name) => name.kind === kind) ?? [];
  for (const name of names) if ('value' in name && fits(name.value)) return name.value;
  if (flags & CHECK.NEVER_SUBJECT || (names.length > 0 && !(flags & CHECK.ALWAYS_SUBJECT))) return undefined;
  return subjectValues(certificate, subjectOid).find(fits);
}

/** The name in the certificate that fits, or undefined. */
export function checkHost(certificate: Certificate, host: string, flags = 0): string | undefined {
  return checks(certificate, 'dns', COMMON_NAME, flags, (value) => matches(value, host, flags));
}

/** The mailbox's part before the @ counts letter by letter. */
export function checkEmail(certificate: Certificate, email: string, flags = 0): string | undefined {
  const at = email.lastIndexOf('@');
  const fits = (value: string): boolean => {
    const other = value.lastIndexOf('@');
    return at === -1 ? value === email : other !== -1 && value.slice(0, other) === email.slice(0, at) && lower(value.slice(other)) === lower(email.slice(at));
  };
  return checks(certificate, 'email', EMAIL, flags, fits) === undefined ? undefined : email;
}

/** Bytes of an address; null when it is none. */
export function addressBytes(text: string): Uint8Array | null {
  const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (four) {
    const bytes = four.slice(1).map(Number);
    return bytes.every((byte) => byte < 256) ? Uint8Array.from(bytes) : null;
  }
  if (!text.includes(':')) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const groups = (part: string): number[] | null => {
    if (part === '') return [];
    const out: number[] = [];
    for (const [i, group] of part.split(':').entries()) {
      if (group.includes('.') && i === part.split(':').length - 1) {
        const last = addressBytes(group);
        if (last?.length !== 4) return null;
        out.push((last[0]! << 8) | last[1]!, (last[2]! << 8) | last[3]!);
      } else if (/^[0-9a-fA-F]{1,4}$/.test(group)) out.push(Number.parseInt(group, 16));
      else return null;
    }
    return out;
  };
  const head = groups(halves[0]!), tail = halves.length === 2 ? groups(halves[1]!) : [];
  if (!head || !tail) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  return Uint8Array.from([...head, ...Array<number>(missing).fill(0), ...tail].flatMap((group) => [group >> 8, group & 0xff]));
}

/** @returns the address as given when the certificate names it; null for no address at all */
export function checkAddress(certificate: Certificate, address: string): string | undefined | null {
  const bytes = addressBytes(address);
  if (!bytes) return null;
  const found = certificate.subjectAltName?.some((name) => name.kind === 'ip' && name.bytes.length === bytes.length && name.bytes.every((byte, i) => byte === bytes[i]));
  return found ? address : undefined;
}
