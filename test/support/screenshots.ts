/** `npx tsx test/support/screenshots.ts`: takes the pictures of the README again, from the built page after the recorded run. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureBuilt } from '../../src/build/build-all.ts';
import { dist, root } from '../../src/build/paths.ts';
import { serveSites } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from './find-browser.ts';
import { WorkspacePage } from './workspace-page.ts';

await ensureBuilt();
const folder = join(root, 'public', 'screenshots');
mkdirSync(folder, { recursive: true });
const server = await serveSites({ app: join(dist, 'app'), sandbox: join(dist, 'sandbox') }, { port: 0 });
const browser = await chromium.launch({ executablePath: (await findBrowser()).path, args: LAUNCH_ARGS });
for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme });
  const page = await context.newPage();
  const workspace = new WorkspacePage(page);
  await workspace.open(server.appUrl);
  await workspace.entry('src').click();
  await workspace.entry('pages.js').click();
  await page.getByRole('button', { name: 'Play the recording' }).first().click();
  await page.locator('[data-run-end="done"]').waitFor({ timeout: 180_000 });
  await workspace.type('git log --oneline');
  await workspace.type('node src/main.js | tail -5');
  await page.waitForFunction(() => (document.querySelector('#terminal-panel .xterm-rows')?.textContent?.match(/\$/g)?.length ?? 0) >= 3);
  await page.screenshot({ path: join(folder, `${colorScheme}.png`) });
  await context.close();
}
await browser.close();
await server.close();
