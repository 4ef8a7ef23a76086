/** An agent among its peers as the person sees it: what it holds and waits for stands on its cards, and the person's webhook lets it go on. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from 'playwright/test';
import { calls, says, sseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

const call = (id: string, name: string, args: object): { id: string; name: string; arguments: string } => ({ id, name, arguments: JSON.stringify(args) });

test('an agent locks a folder, is refused a second lock, writes, waits for a webhook that the person sends, and leaves nothing locked', async ({ page }) => {
  test.setTimeout(300_000);
  const service = await sseServer([
    calls(call('a', 'acquire_lock', { resource_key: 'file:///src', ttl_seconds: 600 }), call('b', 'acquire_lock', { resource_key: 'lock://repo/main' }), call('c', 'set_status', { text: 'rounding up' })),
    calls(call('d', 'write_file', { path: 'src/new.js', content: 'export {};\n' })),
    calls(call('e', 'wait_for_trigger', { type: 'webhook', source: 'github', event: 'pull_request', match: { action: 'closed' } })),
    says('It is merged.'),
  ]);
  try {
    await page.addInitScript((baseUrl) => localStorage.setItem('tabloom.settings', JSON.stringify({ baseUrl, model: 'test-model' })), service.baseUrl);
    const workspace = new WorkspacePage(page);
    await workspace.open();
    await page.getByRole('textbox', { name: 'Task for the agent' }).fill('Round up when it is merged.');
    await page.keyboard.press('Enter');

    const steps = page.getByRole('list', { name: 'What the agent did' });
    await expect(steps.locator('[data-wait="waiting"]')).toContainText(/Waits for a webhook pull_request of github with action = closed, until \d/, { timeout: 120_000 });
    await expect(steps.locator('[data-tool]').evaluateAll((all) => all.map((card) => `${card.getAttribute('data-tool')} ${card.getAttribute('data-state')}`))).resolves.toEqual(['acquire_lock done', 'acquire_lock failed', 'set_status done', 'write_file done', 'wait_for_trigger running']);
    await expect(steps.locator('[data-lock="held"]')).toContainText(/^Held\. Ends by itself in (10:00|9:\d\d)\.$/);
    await expect(steps).toContainText('Lock not acquired: already holding file:///src; release it first');
    await expect(page.getByRole('status').filter({ hasText: 'waiting' }).first()).toBeVisible();
    await workspace.entry('package.json').click();
    await expect(page.locator('[data-locked-by]')).toHaveCount(0);
    await workspace.entry('src').click();
    await workspace.entry('new.js').click();
    await expect(page.locator('[data-locked-by="agent"]')).toContainText('Locked by agent (file:///src)');

    await page.getByRole('button', { name: /^Peers:/ }).click();
    const locks = page.getByRole('list', { name: 'Locks' });
    await expect(locks.locator('[data-lock="file:///src"]')).toContainText('held by agent');
    const form = page.getByRole('form', { name: 'Send a webhook' });
    await form.getByLabel('Content (JSON)').fill('{"action": "closed", "repo": "acme/app"}');
    await form.getByRole('button', { name: 'Send webhook' }).click();

    await expect(page.locator('[data-run-end]')).toHaveAttribute('data-run-end', 'done', { timeout: 60_000 });
    await expect(locks).toHaveCount(0);
    await expect(page.locator('[data-locked-by]')).toHaveCount(0);
    await expect(steps.locator('[data-lock="ended"]')).toHaveText('No longer held.');
    const { messages } = service.requests[3]!.body as { messages: { role: string; content: string }[] };
    expect(messages.at(-1)).toMatchObject({ role: 'tool', content: expect.stringMatching(/^Trigger received\. Payload:\n\n\{\n {2}"action": "closed"/) });
    expect(messages.filter(({ role }) => role === 'tool').map(({ content }) => content.split('\n')[0])).toEqual([
      'Lock acquired on file:///src', 'Lock not acquired: already holding file:///src; release it first', 'Status updated: rounding up', 'file created: src/new.js (11 bytes, +1 -0 lines)', 'Trigger received. Payload:',
    ]);
    expect((await new AxeBuilder({ page }).include('[aria-label="What the agent did"]').analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])).toEqual([]);
  } finally {
    await service.close();
  }
});
