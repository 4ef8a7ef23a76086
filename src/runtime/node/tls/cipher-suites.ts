/** Names of cipher suites: what programs ask for and are told. Within the sandbox nothing is encrypted (`records.ts`); which suite both would have agreed on is still worked out. */
import { sslError } from './ssl-errors.ts';

export interface Cipher { name: string; standardName: string; version: string }

const TLS13 = ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256', 'TLS_AES_128_CCM_SHA256', 'TLS_AES_128_CCM_8_SHA256'];

/** Suites of TLS 1.2 and before, in OpenSSL's order, with their standard names. Those without a name of the protocol that introduced TLS 1.2's hashes work in older versions too. */
const TLS12: { readonly [name: string]: string } = {
  'ECDHE-ECDSA-AES256-GCM-SHA384': 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384', 'ECDHE-RSA-AES256-GCM-SHA384': 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'DHE-RSA-AES256-GCM-SHA384': 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305': 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  'ECDHE-RSA-CHACHA20-POLY1305': 'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', 'DHE-RSA-CHACHA20-POLY1305': 'TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256': 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'ECDHE-RSA-AES128-GCM-SHA256': 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'DHE-RSA-AES128-GCM-SHA256': 'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256', 'ECDHE-ECDSA-AES256-SHA384': 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384',
  'ECDHE-RSA-AES256-SHA384': 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384', 'DHE-RSA-AES256-SHA256': 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA256',
  'ECDHE-ECDSA-AES128-SHA256': 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256', 'ECDHE-RSA-AES128-SHA256': 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
  'DHE-RSA-AES128-SHA256': 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA256', 'ECDHE-ECDSA-AES256-SHA': 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA',
  'ECDHE-RSA-AES256-SHA': 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA', 'DHE-RSA-AES256-SHA': 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA',
  'ECDHE-ECDSA-AES128-SHA': 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA', 'ECDHE-RSA-AES128-SHA': 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'DHE-RSA-AES128-SHA': 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA',
  'AES256-GCM-SHA384': 'TLS_RSA_WITH_AES_256_GCM_SHA384', 'AES128-GCM-SHA256': 'TLS_RSA_WITH_AES_128_GCM_SHA256', 'AES256-SHA256': 'TLS_RSA_WITH_AES_256_CBC_SHA256',
  'AES128-SHA256': 'TLS_RSA_WITH_AES_128_CBC_SHA256', 'AES256-SHA': 'TLS_RSA_WITH_AES_256_CBC_SHA', 'AES128-SHA': 'TLS_RSA_WITH_AES_128_CBC_SHA',
};

/** Words of OpenSSL's cipher lists that stand for many suites. */
const SELECTOR = /^(ALL|COMPLEMENTOFALL|DEFAULT|COMPLEMENTOFDEFAULT|HIGH|MEDIUM|LOW|FIPS|SUITEB\w*|k?(RSA|DHE?|EDH|ECDHE?|EECDH|PSK)|a(RSA|DSS|ECDSA|PSK|NULL)|ECDSA|TLSv1(\.[0-2])?|SSLv3|AES(128|256|GCM|CCM|CCM8)?|CHACHA20|SHA(1|256|384)?|[\w+-]*\+[\w+-]*)$/;

/** What OpenSSL knows and neither offers by itself nor has here: suites without encryption or authentication, those of Camellia, ARIA and CCM, and the words for them. */
const UNUSED = /^(?!ECDHE-RSA-.*CCM)([ae]?NULL|CAMELLIA(128|256)?|ARIA(128|256|GCM)?|CBC|(DHE-(RSA|DSS)-|ECDHE-(RSA|ECDSA)-|ADH-|AECDH-)?(NULL|AES(128|256)|CAMELLIA(128|256)|ARIA(128|256))-(SHA(256|384)?|GCM-SHA(256|384)|CCM8?)|NULL-MD5)$/;
const MAX_SECURITY_LEVEL = 5;

/** Names OpenSSL's list of the pinned Node has beyond those above, for `tls.getCiphers()`. */
const OTHERS = [
  ...['AES128-CBC-SHA', 'AES128-CBC-SHA256', 'AES128-GCM-SHA256', 'AES256-CBC-SHA', 'AES256-CBC-SHA384', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].flatMap((suite) => ['PSK', 'DHE-PSK', 'RSA-PSK'].map((kind) => `${kind}-${suite}`)),
  ...['AES128-CBC-SHA', 'AES128-CBC-SHA256', 'AES256-CBC-SHA', 'AES256-CBC-SHA384', 'CHACHA20-POLY1305'].map((suite) => `ECDHE-PSK-${suite}`),
  'SRP-AES-128-CBC-SHA', 'SRP-AES-256-CBC-SHA', 'SRP-RSA-AES-128-CBC-SHA', 'SRP-RSA-AES-256-CBC-SHA',
];

/** All names, as `tls.getCiphers()` lists them before lower-casing. */
export const SSL_CIPHERS: readonly string[] = [...TLS13, ...Object.keys(TLS12), ...OTHERS];

/** The suites of TLS 1.3 in a list. @throws Error ERR_SSL_NO_CIPHER_MATCH for an unknown name */
export function parseSuites(list: string): string[] {
  const names = list.split(':').filter((name) => !name.startsWith('!'));
  if (names.some((name) => !TLS13.includes(name))) throw sslError('no cipher match');
  return names;
}

/** The older suites that a list selects, in its order. @throws Error ERR_SSL_NO_CIPHER_MATCH when there is none */
export function parseCiphers(list: string): string[] {
  const chosen: string[] = [];
  let known = false;
  for (const [index, entry] of list.split(/[:, ;]/).entries()) {
    // A command may follow a word at once.
    const [word = '', command] = entry.split('@');
    if (command !== undefined && command !== 'STRENGTH' && !(/^SECLEVEL=\d$/.test(command) && Number(command.slice(-1)) <= MAX_SECURITY_LEVEL)) throw sslError('invalid command');
    if (word === '' || /^[!+-]/.test(word) || (word === 'DEFAULT' && index > 0)) continue;
    if (word in TLS12) chosen.push(word);
    else if (SELECTOR.test(word)) chosen.push(...Object.keys(TLS12).filter((name) => !chosen.includes(name)));
    else if (!OTHERS.includes(word) && !UNUSED.test(word)) continue;
    known = true;
  }
  if (!known && list !== '') throw sslError('no cipher match');
  return [...new Set(chosen)];
}

/** What a server can do beside its list of suites. */
export interface Abilities {
  /** Kinds of its keys, the one TLS 1.3 prefers first. */
  kinds: readonly string[];
  elliptic: boolean;
  /** Diffie-Hellman over integers, which needs parameters that are given rarely. */
  integers: boolean;
}

/** The suite both agree on, and the kind of the server's key that serves it: the first of `preferred` that is in `other` too. Null when there is none. */
export function chooseCipher(version: number, preferred: string[], other: string[], { kinds, elliptic, integers }: Abilities): { cipher: Cipher; kind: string } | null {
  for (const name of preferred) {
    if (!other.includes(name)) continue;
    if (version >= 0x0304) {
      if (TLS13.includes(name) && kinds[0] !== undefined) return { cipher: { name, standardName: name, version: 'TLSv1.3' }, kind: kinds[0] };
      continue;
    }
    const standardName = TLS12[name];
    const kind = kinds.find((one) => name.includes('ECDSA') === !one.startsWith('rsa'));
    if (standardName === undefined || kind === undefined) continue;
    if (name.startsWith('DHE-') ? !integers : name.startsWith('ECDHE-') && !elliptic) continue;
    const modern = /SHA256$|SHA384$|POLY1305$/.test(name);
    if (modern && version < 0x0303) continue;
    return { cipher: { name, standardName, version: modern ? 'TLSv1.2' : name.startsWith('ECDHE') ? 'TLSv1.0' : 'SSLv3' }, kind };
  }
  return null;
}

/** Suites of a context that was given no list. */
export const DEFAULT_SUITES: readonly string[] = TLS13.slice(0, 3);
