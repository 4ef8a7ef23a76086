/** What a first visit costs: time, requests and bytes up to a usable terminal; and all that the page ever needs, for use without a network. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dist } from '../../src/build/paths.ts';
import { openIde } from '../support/ide-browser.ts';
import { figureRow, median, type Row } from './rows.ts';

const VISITS = 7;
const kib = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KiB`;

export async function visitRows(): Promise<Row[]> {
  const ide = await openIde();
  try {
    const loads: number[] = [];
    for (let i = 0; i < VISITS; i++) {
      const context = await ide.browser.newContext();
      const page = await context.newPage();
      const begun = performance.now();
      await ide.prompt(page);
      loads.push(performance.now() - begun);
      await context.close();
    }
    // One more is weighed: packing what arrives costs the page its processor.
    const context = await ide.browser.newContext();
    const page = await context.newPage();
    const seen: Record<string, number> = {};
    let scripts = 0;
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/assets/')) scripts++;
      void response.body().then((body) => { seen[pathname] = gzipSync(body).length; }, () => {});
    });
    await ide.prompt(page);
    await context.close();
    const bytes = { ...seen };
    const total = Object.values(bytes).reduce((sum, n) => sum + n, 0);
    const largest = Object.entries(bytes).sort((a, b) => b[1] - a[1]).slice(0, 5).map(([name, size]) => `${name} ${kib(size)}`).join(', ');
    const all = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const packed = all.reduce((sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length, 0);
    const raw = all.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    return [
      figureRow(`page load to a usable terminal (median of ${VISITS}, new profile, this computer)`, `${median(loads).toFixed(0)} ms`),
      figureRow('scripts and styles of the page that are asked for until then', `${scripts}`),
      figureRow(`gzip bytes of a first visit until then (largest: ${largest})`, `${kib(total)} in ${Object.keys(bytes).length} files`),
      figureRow('gzip bytes of all there is, for use without a network', `${(packed / 1e6).toFixed(2)} MB (${(raw / 1e6).toFixed(1)} MB unpacked)`, { text: 'under 15 MB', met: packed < 15e6 }),
    ];
  } finally {
    await ide.close();
  }
}
