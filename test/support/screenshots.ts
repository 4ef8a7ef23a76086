/** `npx tsx test/support/screenshots.ts [NAME...]`: takes the pictures of the README again, from the built page: all, or those that are named (`first`, `together`). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { Page } from 'playwright';
import { ensureBuilt } from '../../src/build/build-all.ts';
import { dist, root } from '../../src/build/paths.ts';
import { serveSites } from '../../src/build/server.ts';
import { findBrowser, LAUNCH_ARGS } from './find-browser.ts';
import { type Answer, calls, says, sseServer } from './sse-server.ts';
import { WorkspacePage } from './workspace-page.ts';

await ensureBuilt();
const folder = join(root, 'public', 'screenshots');
mkdirSync(folder, { recursive: true });
const server = await serveSites({ app: join(dist, 'app'), sandbox: join(dist, 'sandbox') }, { port: 0 });
const browser = await chromium.launch({ executablePath: (await findBrowser()).path, args: LAUNCH_ARGS });
const START_MS = 180_000;
const shoot = (page: Page, name: string): Promise<unknown> => page.screenshot({ path: join(folder, `${name}.png`) });
const fresh = (colorScheme: 'light' | 'dark') => browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme });

async function open(page: Page, address = server.appUrl): Promise<WorkspacePage> {
  page.setDefaultTimeout(START_MS);
  await page.goto(address);
  const workspace = new WorkspacePage(page);
  await workspace.entry('package.json').waitFor();
  return workspace;
}

/** The recorded run, in both themes. */
async function first(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await fresh(colorScheme);
    const page = await context.newPage();
    const workspace = await open(page);
    await workspace.entry('src').click();
    await workspace.entry('pages.js').click();
    await page.getByRole('button', { name: 'Play the recording' }).first().click();
    await page.locator('[data-run-end="done"]').waitFor();
    await workspace.type('git log --oneline');
    await workspace.type('node src/main.js | tail -5');
    await page.waitForFunction(() => (document.querySelector('#terminal-panel .xterm-rows')?.textContent?.match(/\$/g)?.length ?? 0) >= 3);
    await shoot(page, colorScheme);
    await context.close();
  }
}

/** The list of projects: one open, one beside it, one deleted. */
async function projects(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Projects; open:/ }).click();
  const choose = async (name: string, entry: string): Promise<void> => {
    await page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await choose('corner-shop', 'Duplicate');
  await page.getByText('“corner-shop (copy)” was made.').waitFor();
  await choose('corner-shop', 'Duplicate');
  await choose('corner-shop (copy 2)', 'Delete');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await shoot(page, 'projects');
  await page.keyboard.press('Escape');
}

/** The list of projects; two tabs on one, with what the second sees of the first's server; and the view of who does what. */
async function together(): Promise<void> {
  let ids = 0;
  const call = (name: string, args: object): Answer => calls({ id: `c${++ids}`, name, arguments: JSON.stringify(args) });
  const review = [call('set_status', { text: 'reading src/pages.js' }), call('wait_for_trigger', { type: 'webhook', source: 'github', event: 'push', timeout: '20m' })];
  const ask = [
    call('acquire_lock', { resource_key: 'file:///src/pages.js', ttl_seconds: 600 }), call('call_agent', { target_agent: 'reviewer', context: 'Read src/pages.js: how many pages does a list fill?' }),
    call('set_status', { text: 'waits for the merge' }), call('wait_for_trigger', { type: 'webhook', source: 'github', event: 'pull_request', match: { action: 'closed' }, timeout: '10m' }),
  ];
  // Two conversations go on at once, so each answer goes by who asks, and how far they are.
  const service = await sseServer(Array.from({ length: 40 }, (): Answer => (response, request) => {
    const messages = service.requests.at(-1)!.body.messages as { role: string; content: string }[];
    const turns = messages[0]!.content.includes('Your name is reviewer') ? review : ask;
    return (turns[messages.filter(({ role }) => role === 'assistant').length] ?? says('Done.'))(response, request);
  }));
  const context = await fresh('light');
  const owner = await open(await context.newPage());
  await projects(owner.page);
  await owner.page.getByRole('button', { name: 'Model and key' }).first().click();
  await owner.page.getByLabel('Base address').fill(service.baseUrl);
  await owner.page.getByLabel('Model', { exact: true }).fill('test-model');
  await owner.page.getByRole('button', { name: 'Save' }).click();
  await owner.page.getByRole('button', { name: 'Peers: only this tab' }).click();
  await owner.page.getByLabel('Your name').fill('Mia');
  await owner.page.keyboard.press('Enter');
  await owner.page.getByRole('tab', { name: 'Agents' }).click();
  await owner.page.getByRole('button', { name: 'Add a reviewer' }).click();
  await owner.tab('AGENT.md').waitFor();
  await owner.type('node -e \'require("http").createServer((q, s) => s.end("<h1>Corner shop</h1><p>Open in two tabs.</p>")).listen(3000)\'');
  await owner.page.locator('iframe[title="Preview of port 3000"]').waitFor();

  const second = await open(await context.newPage(), owner.page.url());
  await second.page.getByText('Runs in another tab').waitFor();
  await second.page.frameLocator('iframe[title="Preview of port 3000"]').getByRole('heading', { name: 'Corner shop' }).waitFor();
  await second.page.getByRole('button', { name: 'Close the work panel' }).click();
  await second.entry('src').click();
  await second.entry('pages.js').click();
  await second.editorText.getByText('pageCount').first().waitFor();
  await second.page.getByRole('button', { name: 'Terminals of other tabs (1)' }).click();
  await second.page.getByRole('menuitem', { name: /^Terminal 1 of / }).click();
  await second.page.locator('#terminal-panel .xterm-rows:visible').getByText('listen(3000)').first().waitFor();
  await shoot(second.page, 'two-tabs');

  await owner.page.bringToFront();
  await owner.page.getByRole('button', { name: 'Close the preview' }).click();
  await owner.page.getByRole('textbox', { name: 'Task for the agent' }).fill('Have the pages reviewed, and wait until it is merged');
  await owner.page.getByRole('button', { name: 'Run', exact: true }).click();
  await owner.page.getByRole('tab', { name: 'Peers' }).click();
  const work = owner.page.getByRole('region', { name: 'Work' });
  await work.getByRole('list', { name: 'Waiting' }).getByRole('listitem').nth(1).waitFor();
  // Room for the view.
  await owner.page.getByRole('separator', { name: 'Height of the editor' }).press('End');
  await owner.page.getByRole('separator', { name: 'Height of the work panel' }).press('Home');
  await work.getByRole('heading', { name: 'Locks' }).scrollIntoViewIfNeeded();
  await shoot(owner.page, 'peers');
  await context.close();
  await service.close();
}

const pictures = { first, together };
const named = process.argv.slice(2);
for (const [name, take] of Object.entries(pictures)) if (named.length === 0 || named.includes(name)) await take();
await browser.close();
await server.close();
