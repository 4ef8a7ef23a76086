/** Two tabs of one project: who is here, what is locked, who waits; stepping in from the other tab. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from 'playwright/test';
import { calls, says, sseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

/** As it is, high, and on a phone in the dark. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.TABLOOM_SHOTS;
  if (!folder) return;
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.setViewportSize({ width: 1280, height: 1500 });
  await page.screenshot({ path: `${folder}/${name}-high.png` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 1800 });
  await page.screenshot({ path: `${folder}/${name}-phone-dark.png` });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 720 });
}
const faults = async (page: Page, within: string): Promise<unknown> => (await new AxeBuilder({ page }).include(within).analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]);
const call = (id: string, name: string, args: object): { id: string; name: string; arguments: string } => ({ id, name, arguments: JSON.stringify(args) });

test('a tab sees the other, releases its agent’s lock, writes to its person and wakes the agent by a webhook', async ({ page: first, context }) => {
  test.setTimeout(600_000);
  const service = await sseServer([
    calls(call('a', 'acquire_lock', { resource_key: 'lock://repo/main', ttl_seconds: 600 }), call('b', 'set_status', { text: 'waiting for the merge' })),
    calls(call('c', 'wait_for_trigger', { type: 'webhook', source: 'github', event: 'pull_request', match: { action: 'closed', repo: 'acme/app' }, timeout: '10m' })),
    says('It is merged.'),
  ]);
  try {
    await new WorkspacePage(first).open();
    await expect(first.getByRole('button', { name: 'Peers: only this tab' })).toBeVisible();
    await first.getByRole('button', { name: 'Model and key' }).first().click();
    await first.getByLabel('Base address').fill(service.baseUrl);
    await first.getByLabel('Model', { exact: true }).fill('test-model');
    await first.getByRole('button', { name: 'Save' }).click();
    const second = await context.newPage();
    await new WorkspacePage(second).open(first.url());
    await first.getByRole('button', { name: 'Peers: 2 tabs are here' }).focus();
    await first.keyboard.press('Enter');
    const [here, there] = [first, second].map((page) => page.getByRole('region', { name: 'Work' })) as [ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>];
    await expect(here).toContainText('Nothing is locked.');
    await here.getByLabel('Your name').fill('Mia');
    await first.keyboard.press('Enter');
    await expect(here).toContainText('Others see you as Mia.');
    await second.getByRole('button', { name: 'Peers: 2 tabs are here' }).click();
    const people = there.getByRole('list', { name: 'People and tabs' });
    await expect(people).toContainText('Mia (tab 1)');
    await expect(people.getByRole('listitem').filter({ hasText: 'Mia (tab 1)' })).toContainText('runs the project');

    await first.getByRole('textbox', { name: 'Task for the agent' }).fill('Wait for the merge');
    await first.getByRole('button', { name: 'Run', exact: true }).click();
    const waiting = there.getByRole('list', { name: 'Waiting' });
    await expect(waiting).toContainText('waits for a webhook pull_request of github with action = closed, repo = acme/app', { timeout: 60_000 });
    const agents = there.getByRole('list', { name: 'Active agents' });
    await expect(agents).toContainText('“waiting for the merge”');
    await expect(agents).toContainText('in Mia (tab 1)');
    const locks = there.getByRole('list', { name: 'Locks' });
    await expect(locks).toContainText('held by agent in Mia (tab 1)');
    const left = locks.getByRole('timer');
    await expect(left).toHaveText(/^(10 min 0|9 min \d+) s left$/);
    const before = await left.textContent();
    await expect(left).not.toHaveText(before!);
    expect(await faults(second, '#region-work')).toEqual([]);
    await shot(second, 'peers');
    // The same in the sandbox's shell.
    const shell = new WorkspacePage(first);
    await shell.type('clear; tabloom status');
    await expect(shell.terminal).toContainText('lock://repo/main  held by agent  in Mia (tab 1)', { timeout: 60_000 });
    await expect(shell.terminal).toContainText('"waiting for the merge"');
    await shot(first, 'status');

    await locks.getByRole('button', { name: 'Release lock://repo/main' }).click();
    const dialog = second.getByRole('dialog', { name: 'Release this lock?' });
    await expect(dialog).toContainText('The agent “agent” loses lock://repo/main at once');
    expect(await faults(second, '[role="dialog"]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Release' }).click();
    await expect(there).toContainText('lock://repo/main is free.');
    await expect(locks).toHaveCount(0);
    await expect(here).toContainText('Nothing is locked.');

    await people.getByRole('button', { name: 'Send a note to Mia (tab 1)' }).click();
    await second.keyboard.type('I let go of your lock');
    await second.keyboard.press('Enter');
    await expect(people).toContainText('Shown at Mia (tab 1).');
    const note = first.getByRole('list', { name: 'Notes from others' });
    await expect(note).toContainText('Mia (tab 2): I let go of your lock');
    await note.getByRole('button').click();
    await expect(note).toHaveCount(0);

    const form = there.getByRole('form', { name: 'Send a webhook' });
    await form.getByLabel('Content (JSON)').fill('{');
    await expect(form).toContainText('This is not valid JSON');
    await expect(form.getByRole('button', { name: 'Send webhook' })).toBeDisabled();
    await form.getByLabel('Example').selectOption('A timer');
    await form.getByRole('button', { name: 'Send webhook' }).click();
    await expect(there).toContainText('Sent: nobody waited for it.');
    await form.getByLabel('Example').selectOption('GitHub: a pull request was merged');
    await form.getByRole('button', { name: 'Send webhook' }).click();
    await expect(there).toContainText('Sent: woke agent.');
    await expect(first.locator('[data-run-end]')).toHaveAttribute('data-run-end', 'done', { timeout: 30_000 });
    const { messages } = service.requests[2]!.body as { messages: { role: string; content: string }[] };
    expect(messages.at(-1)!.content).toContain('"repo": "acme/app"');
    expect(messages.at(-1)!.content).toContain('lock://repo/main');
    await expect(there).toContainText('No agent waits.');
    await expect(there).toContainText('No agent works now.');
    await expect(there.getByRole('list', { name: 'Webhooks that came' }).getByRole('listitem')).toHaveCount(2);
    await shot(second, 'peers-after');
    await second.close();
    await expect(first.getByRole('button', { name: 'Peers: only this tab' })).toBeVisible();
  } finally {
    await service.close();
  }
});
