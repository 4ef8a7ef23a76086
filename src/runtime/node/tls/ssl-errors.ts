/** Errors as OpenSSL reports them through Node: `library`, `reason` and a code made of both. */

/** OpenSSL's numbers of the reasons used here (library 20, SSL). */
const REASONS: { readonly [reason: string]: number } = {
  'http request': 156, 'https proxy request': 155, 'wrong version number': 267, 'packet length too long': 198, 'no suitable key share': 101, 'no protocols available': 191, 'no suitable signature algorithm': 118, 'no application protocol': 235, 'no shared cipher': 193, 'unsupported protocol': 258,
  'peer did not return a certificate': 199, 'no cipher match': 185, 'unexpected message': 244, 'decode error': 160, 'unexpected eof while reading': 294, 'wrong ssl version': 266, 'no renegotiation': 339, 'invalid command': 280,
};

/** Names of alerts that arrive, by number; OpenSSL's reason is 1000 and the number. */
const ALERTS: { readonly [alert: number]: string } = {
  10: 'ssl/tls alert unexpected message', 40: 'ssl/tls alert handshake failure', 42: 'ssl/tls alert bad certificate', 50: 'tlsv1 alert decode error', 70: 'tlsv1 alert protocol version',
  80: 'tlsv1 alert internal error', 116: 'tlsv13 alert certificate required', 120: 'tlsv1 alert no application protocol',
};

function make(reason: string, n: number, detail = ''): Error {
  const hex = (0x0a000000 + n).toString(16).toUpperCase().padStart(8, '0');
  return Object.assign(new Error(`error:${hex}:SSL routines::${reason}${detail}`), {
    library: 'SSL routines', reason, code: `ERR_SSL_${reason.toUpperCase().replace(/[^A-Z0-9/]+/g, '_')}`,
  });
}

export const sslError = (reason: string): Error => make(reason, REASONS[reason] ?? 0);

/** The peer refused with this alert. */
export const alertError = (alert: number): Error => make(ALERTS[alert] ?? `reason(${1000 + alert})`, 1000 + alert, `:SSL alert number ${alert}`);

/** An error of another of OpenSSL's libraries; `hex` is its number. */
export function osslError(library: string, reason: string, hex: string, name = reason): Error {
  const prefix = library === 'PEM routines' ? 'PEM_' : '';
  return Object.assign(new Error(`error:${hex}:${library}::${reason}`), { library, reason, code: `ERR_OSSL_${prefix}${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}` });
}
