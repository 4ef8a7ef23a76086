/** Why something could not reach the outside: what a program is told, with a code of its own. */
export interface Failure { code: string; message: string }

export class OutsideError extends Error {
  readonly failure: Failure;
  constructor(code: string, message: string) {
    super(message);
    this.failure = { code, message };
  }
}

/** `reason` completes "... cannot reach host:port". */
export function rawTcp(host: string, port: number): OutsideError {
  return new OutsideError('ERR_TABLOOM_RAW_TCP', `a sandbox in a browser page cannot open a raw TCP connection to ${host}:${port}: only HTTP, HTTPS and WebSocket reach the outside`);
}

/** What is known when the browser's `fetch` fails: it never tells a page the reason. `proxy` is the one that was asked in the server's place. */
export function refused(url: string, { online, securePage, proxy }: { online: boolean; securePage: boolean; proxy: string | null }): OutsideError {
  const { origin, protocol } = new URL(proxy ?? url);
  if (!online) return new OutsideError('ERR_TABLOOM_OFFLINE', `the browser is offline, so ${origin} cannot be reached`);
  if (securePage && protocol === 'http:') {
    return new OutsideError('ERR_TABLOOM_MIXED_CONTENT', `the browser refused ${(proxy ?? '') + url}: a page that came over https may not use plain http; try https`);
  }
  if (proxy !== null) return new OutsideError('ERR_TABLOOM_CORS', `the browser refused ${url} by the proxy ${proxy}: the proxy does not allow pages of other origins (CORS), or cannot be reached; TABLOOM_PROXY names it`);
  return new OutsideError('ERR_TABLOOM_CORS', `the browser refused ${url}: the server does not allow pages of other origins (CORS), or cannot be reached. It has to answer with the header Access-Control-Allow-Origin; or name a proxy that does so in TABLOOM_PROXY`);
}
