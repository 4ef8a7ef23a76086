/** Two machines and a NATS server: pages of browsers that share nothing see each other, and exclude each other by locks. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from 'playwright/test';
import { hasNatsServer, PASSWORD, startNatsServer } from '../support/nats-server.ts';
import { calls, says, sseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

const call = (id: string, name: string, args: object): { id: string; name: string; arguments: string } => ({ id, name, arguments: JSON.stringify(args) });

async function openSettings(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+,');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  const part = dialog.locator('details').filter({ hasText: 'Several machines' });
  await expect(part).toBeVisible();
  // Open already where it is in use; what is in it comes a moment later.
  if (await part.getAttribute('open') === null) await part.getByText('Several machines', { exact: true }).click();
  return dialog;
}

/** Fills in the form and connects. @returns what the page says about it */
async function connect(page: Page, address: string): Promise<Locator> {
  const dialog = await openSettings(page);
  await dialog.getByLabel('Server').fill(address);
  await dialog.getByLabel('Team code').fill('class 7b');
  await dialog.getByLabel('User').fill('class');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  return dialog.getByRole('status', { name: 'Several machines' });
}

async function ask(page: Page, task: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Task for the agent' }).fill(task);
  await page.keyboard.press('Enter');
}

test('pages on two machines see each other and exclude each other; without the server each goes on by itself', async ({ browser, baseURL }) => {
  test.skip(!hasNatsServer, 'not run: there is no nats-server on this machine');
  test.setTimeout(180_000);
  const server = await startNatsServer();
  const services = await Promise.all([
    sseServer([calls(call('a', 'acquire_lock', { resource_key: 'file:///src', ttl_seconds: 600 })), calls(call('b', 'wait_for_trigger', { type: 'webhook', timeout: '5m' })), says('Done.')]),
    sseServer([calls(call('a', 'acquire_lock', { resource_key: 'file:///src' })), says('Later, then.')]),
  ]);
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  try {
    await server.kill();
    const [here, there] = await Promise.all(contexts.map(async (context, index) => {
      const page = await context.newPage();
      await page.addInitScript(({ baseUrl, personName }) => localStorage.setItem('tabloom.settings', localStorage.getItem('tabloom.settings') ?? JSON.stringify({ baseUrl, model: 'test-model', personName })), { baseUrl: services[index]!.baseUrl, personName: ['Mia', 'Ben'][index]! });
      await new WorkspacePage(page).open(baseURL);
      return page;
    })) as [Page, Page];

    // Not there yet: said plainly, and tried again.
    const said = await connect(here, server.address);
    await expect(said).toHaveText(`No NATS server answers at ${server.address}/. Only tabs of this browser work together meanwhile. It is tried again.`);
    expect((await new AxeBuilder({ page: here }).include('[role=dialog]').analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])).toEqual([]);
    await server.start();
    await expect(said).toHaveText('Connected. Nobody else is here.', { timeout: 30_000 });
    await expect(await connect(there, server.address)).toHaveText('Connected. 1 other page is here.');
    await expect(said).toHaveText('Connected. 1 other page is here.');
    await Promise.all([here, there].map((page) => page.keyboard.press('Escape')));

    await ask(here, 'Work in src.');
    await expect(here.locator('[data-wait="waiting"]')).toBeVisible({ timeout: 60_000 });
    await ask(there, 'Work in src, too.');
    await expect(there.locator('[data-run-end]')).toHaveAttribute('data-run-end', 'done', { timeout: 60_000 });
    const { messages } = services[1]!.requests[1]!.body as { messages: { role: string; content: string }[] };
    expect(messages.at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining('Lock not acquired') as unknown });
    await there.getByRole('button', { name: /^Peers:/ }).click();
    await expect(there.getByRole('list', { name: 'People and tabs' })).toContainText('Mia');
    await expect(there.locator('[data-lock="file:///src"]')).toContainText('held by agent');

    // A machine that is switched off says nothing; a page that is closed does.
    await contexts[0]!.close();
    await expect(there.getByRole('list', { name: 'People and tabs' })).not.toContainText('Mia');
    await expect(there.locator('[data-lock="file:///src"]')).toHaveCount(0);
    await (await openSettings(there)).getByRole('button', { name: 'Disconnect' }).click();
    await expect(there.getByRole('status', { name: 'Several machines' })).toHaveText('Not connected: only tabs of this browser work together.');

    // A password that is remembered stays so when it is used once more.
    const button = (name: string): Promise<void> => there.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name, exact: true }).click();
    const met = (): Promise<void> => expect(there.getByRole('status', { name: 'Several machines' })).toHaveText('Connected. Nobody else is here.', { timeout: 30_000 });
    await there.getByLabel('Remember the password in this browser').check();
    await button('Connect');
    await met();
    await new WorkspacePage(there).open(baseURL);
    await openSettings(there);
    await met();
    await button('Disconnect');
    await button('Connect');
    await met();
    await new WorkspacePage(there).open(baseURL);
    await openSettings(there);
    await met();
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
    await Promise.all(services.map((service) => service.close()));
    await server.close();
  }
});
