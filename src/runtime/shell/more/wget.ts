/** wget: one file at a time, to a file of its name. */
import type { Command, Context } from '../run/context.ts';
import { parseOptions } from '../commands/options.ts';
import { statOrNull } from '../commands/trees.ts';
import type { Settings } from './curl/options.ts';
import { Transfer } from './curl/transfer.ts';

export const wget: Command = {
  name: 'wget',
  apart: true,
  run(ctx) {
    const o = parseOptions(ctx, {
      short: 'qO:SP:T:t:U:cNnv', status: 2,
      long: {
        quiet: 'q', 'output-document:': 'O', 'server-response': 'S', 'directory-prefix:': 'P', 'timeout:': 'T', 'tries:': 't', 'user-agent:': 'U', continue: 'c', timestamping: 'N', 'no-verbose': 'n', verbose: 'v',
        'header:': 'H', 'post-data:': 'd', 'post-file:': 'D', 'method:': 'X', 'body-data:': 'd', spider: 'p', 'no-check-certificate': 'k', 'content-on-error': 'E', 'user:': 'u', 'password:': 'w', 'show-progress': 'v', 'max-redirect:': 'm',
      },
    });
    if (o.rest.length === 0) return ctx.die('missing URL\nUsage: wget [OPTION]... [URL]...\n', 1);
    let status = 0;
    for (const url of o.rest) {
      const name = o.value('O') ?? freeName(ctx, o.value('P'), url);
      const flags = new Set(['location', 'fail', ...(o.has('p') ? ['head'] : [])]);
      if (o.has('E')) flags.delete('fail');
      const values = new Map<string, string>([['user-agent', o.value('U') ?? 'Wget/1.21.4']]);
      const set = (key: string, letter: string): void => {
        const value = o.value(letter);
        if (value !== undefined) values.set(key, value);
      };
      set('max-time', 'T');
      set('request', 'X');
      set('max-redirs', 'm');
      if (o.has('u')) values.set('user', `${o.value('u')}:${o.value('w') ?? ''}`);
      const data = [...o.values('d').map((text) => ({ kind: 'data-raw', text })), ...o.values('D').map((path) => ({ kind: 'data-binary', text: `@${path}` }))];
      const settings: Settings = { urls: [url], outputs: [name], flags, values, headers: o.values('H'), data, forms: [] };
      const say = (text: string): void => {
        if (!o.has('q') && !o.has('n')) ctx.err(text);
      };
      say(`--${new Date().toISOString().slice(0, 19).replace('T', ' ')}--  ${url}\n`);
      const { error, head, variables } = new Transfer(ctx, settings, o.has('p') ? '/dev/null' : name).run(url);
      if (head && o.has('S')) ctx.err(head.raw.split(/\r?\n/).filter((line) => line !== '').map((line) => `  ${line}\n`).join(''));
      if (head) say(`HTTP request sent, awaiting response... ${head.status} ${head.reason}\n`);
      if (error) {
        if (error.code === 22) say(`${new Date().toISOString().slice(0, 19).replace('T', ' ')} ERROR ${head?.status}: ${head?.reason}.\n\n`);
        else if (!o.has('q')) ctx.err(`wget: ${error.message}\n`);
        status = error.code === 22 ? 8 : 4;
      } else if (!o.has('p')) say(`Saving to: '${name === '-' ? 'STDOUT' : name}'\n\n'${name === '-' ? 'STDOUT' : name}' saved [${variables['size_download']}]\n\n`);
      else say('Remote file exists.\n\n');
    }
    ctx.stdout.flush();
    return status;
  },
};

/** The URL's last part, with a number behind it when there is such a file already. */
function freeName(ctx: Context, folder: string | undefined, url: string): string {
  const path = /^(?:[a-z]+:\/\/)?[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  const base = path.replace(/^.*\//, '') || 'index.html';
  const name = folder === undefined ? base : `${folder}/${base}`;
  for (let n = 0; ; n++) {
    const candidate = n === 0 ? name : `${name}.${n}`;
    if (!statOrNull(ctx.sys, candidate, false)) return candidate;
  }
}
