/** curl: http and https, to servers of the sandbox and, through the browser, outside. */
import { O } from '../../abi/constants.ts';
import type { Command, Context } from '../run/context.ts';
import { encode } from '../text.ts';
import { parseArguments, type Settings } from './curl/options.ts';
import { type Outcome, Transfer, VERSION } from './curl/transfer.ts';
import { headerOf } from './curl/http.ts';
import { writeOut } from './curl/write-out.ts';

/** Failures that another attempt may not meet, as curl's `--retry` sees them. */
const TRANSIENT = new Set([6, 7, 28, 52, 56]);

export const curl: Command = {
  name: 'curl',
  apart: true,
  run(ctx) {
    const settings = parseArguments(ctx);
    const { flags } = settings;
    if (flags.has('version')) {
      ctx.out(`curl ${VERSION} (tabloom)\nProtocols: http https\nFeatures: alt-svc\n`);
      ctx.stdout.flush();
      return 0;
    }
    if (flags.has('help')) {
      ctx.out('Usage: curl [options...] <url>\n');
      ctx.stdout.flush();
      return 0;
    }
    if (settings.urls.length === 0) {
      ctx.err("curl: try 'curl --help' or 'curl --manual' for more information\n");
      return 2;
    }
    let status = 0;
    for (const [i, url] of settings.urls.entries()) {
      status = one(ctx, settings, url, settings.outputs[i]);
      if (status !== 0 && flags.has('fail-early')) break;
    }
    return status;
  },
};

function one(ctx: Context, settings: Settings, url: string, output: string | true | undefined): number {
  const { flags, values } = settings;
  let outcome: Outcome;
  const tries = 1 + Number(values.get('retry') ?? 0);
  const transfer = (): Outcome => {
    const run = new Transfer(ctx, settings, output);
    const meter = !flags.has('silent') && !flags.has('no-progress-meter') && !run.onTerminal && output !== undefined;
    if (meter) ctx.err('  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n');
    const result = run.run(url);
    if (meter) ctx.err(meterLine(Number(result.variables['size_download']), Number(result.variables['size_upload']), Number(result.variables['speed_download'])));
    return result;
  };
  for (let attempt = 1; ; attempt++) {
    outcome = transfer();
    const failed = outcome.error !== null && (TRANSIENT.has(outcome.error.code) && (outcome.error.code !== 7 || flags.has('retry-connrefused')) || flags.has('retry-all-errors'));
    const busy = [408, 429, 500, 502, 503, 504].includes(outcome.head?.status ?? 0);
    if ((!failed && !busy) || attempt >= tries) break;
    ctx.sys.sleep(Number(values.get('retry-delay') ?? 2 ** (attempt - 1)) * 1000);
  }
  const { error, head } = outcome;
  const jar = values.get('cookie-jar');
  if (jar !== undefined && head) saveCookies(ctx, jar, head.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value), new URL(String(outcome.variables['url_effective'])).hostname);
  const format = values.get('write-out');
  if (format !== undefined) {
    const text = format.startsWith('@') ? new TextDecoder().decode(ctx.sys.readFile(format.slice(1))) : format;
    const { out, err } = writeOut(text, outcome.variables, (name) => (head ? headerOf(head, name) : undefined));
    ctx.out(out);
    ctx.stdout.flush();
    if (err) ctx.err(err);
  }
  ctx.stdout.flush();
  if (!error) return 0;
  if (!flags.has('silent') || flags.has('show-error')) ctx.err(`curl: (${error.code}) ${error.message}\n`);
  return error.code;
}

/** The line curl's meter ends with. */
function meterLine(received: number, sent: number, speed: number): string {
  const size = (n: number): string => (n < 100_000 ? String(n) : n < 10_240_000 ? `${Math.floor(n / 1024)}k` : `${(n / 1_048_576).toFixed(0)}M`).padStart(5);
  const percent = received > 0 ? '100' : '  0';
  return `\r${percent} ${size(received + sent)}  ${percent} ${size(received)}    0 ${size(sent)}  ${size(speed)}      0 --:--:-- --:--:-- --:--:-- ${size(speed)}\n`;
}

/** The response's cookies in Netscape's form. */
function saveCookies(ctx: Context, path: string, cookies: string[], host: string): void {
  const lines = cookies.map((text) => {
    const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
    const setting = (name: string): string | undefined => attributes.find((part) => part.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const flag = (name: string): boolean => attributes.some((part) => part.toLowerCase() === name);
    const domain = setting('domain');
    const age = setting('max-age');
    const expires = age !== undefined ? Math.floor(Date.now() / 1000) + Number(age) : Math.floor(Date.parse(setting('expires') ?? '') / 1000) || 0;
    const equals = pair.indexOf('=');
    return `${flag('httponly') ? '#HttpOnly_' : ''}${[domain ?? host, domain ? 'TRUE' : 'FALSE', setting('path') ?? '/', flag('secure') ? 'TRUE' : 'FALSE', expires, pair.slice(0, equals), pair.slice(equals + 1)].join('\t')}\n`;
  });
  const text = `# Netscape HTTP Cookie File\n# This file was generated by curl. Edit at your own risk.\n\n${lines.join('')}`;
  if (path === '-') ctx.out(text);
  else ctx.sys.writeFile(path, O.WRONLY | O.CREAT | O.TRUNC, 0o666, encode(text));
}
