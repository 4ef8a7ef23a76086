/** Agents of the project in the page: one calls another, which runs here, and a ready bead goes to the agent of its role. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from 'playwright/test';
import { type Answer, calls, says, sseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

const shot = (page: Page, name: string): Promise<unknown> | undefined => (process.env.TABLOOM_SHOTS ? page.screenshot({ path: `${process.env.TABLOOM_SHOTS}/${name}.png` }) : undefined);
const faults = async (page: Page): Promise<unknown> => (await new AxeBuilder({ page }).include('#region-work').analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]);

interface Message { role: string; content: string }

let ids = 0;
const call = (name: string, args: object): Answer => calls({ id: `c${++ids}`, name, arguments: JSON.stringify(args) });

/** Several conversations go on at once, so each answer goes by what was asked. */
function answer(messages: readonly Message[]): Answer {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  const task = messages.find(({ role }) => role === 'user')!.content;
  const last = messages.at(-1)!.content;
  if (messages[0]!.content.includes('Your name is reviewer')) {
    const bead = /^bead-\d+/.exec(task)?.[0];
    if (turn === 0) return call('read_file', { path: 'src/pages.js' });
    if (turn === 1) return bead === undefined ? call('return_value', { value: 'Line 3 rounds down.' }) : call('close_bead', { bead_id: bead, reason: 'Read it: it rounds down.' });
    return says('I have read it.');
  }
  if (turn === 0) return call('call_agent', { target_agent: 'reviewer', context: 'Look at src/pages.js' });
  if (last.startsWith('Call completed.')) return says(`The reviewer says: ${last.split('Return value: ')[1]}`);
  return call('check_call', { call_id: /call-[\w-]+/.exec(messages.filter(({ role }) => role === 'tool')[0]!.content)![0] });
}

test('an agent calls the reviewer of the project, which runs in the page; a bead of its role goes to it where that is switched on', async ({ page }) => {
  test.setTimeout(180_000);
  const service = await sseServer(Array.from({ length: 60 }, (): Answer => (response, request) => answer(service.requests.at(-1)!.body.messages as Message[])(response, request)));
  try {
    const workspace = new WorkspacePage(page);
    await workspace.open();
    await page.getByRole('button', { name: 'Work' }).click();
    const region = page.getByRole('region', { name: 'Work' });
    await region.getByRole('tab', { name: 'Agents' }).click();
    await expect(region).toContainText('No agent runs in this tab: it has no model.');
    await expect(region).toContainText('There are none yet.');
    await shot(page, 'agents-empty');
    await region.getByRole('button', { name: 'Add a reviewer' }).click();
    await expect(workspace.tab('AGENT.md')).toBeVisible();
    await expect(region.locator('[data-agent="reviewer"]')).toContainText('code-reviewer · 1 at once');
    await page.getByRole('button', { name: 'Model and key' }).first().click();
    await page.getByLabel('Base address').fill(service.baseUrl);
    await page.getByLabel('Model', { exact: true }).fill('test-model');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(region).not.toContainText('No agent runs in this tab');
    await page.getByRole('textbox', { name: 'Task for the agent' }).fill('Have it reviewed');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const run = region.locator('[data-run="reviewer"]');
    await expect(run).toHaveCount(1, { timeout: 30_000 });
    await expect(page.locator('#region-agent [data-run-end]')).toHaveAttribute('data-run-end', 'done', { timeout: 60_000 });
    await expect(page.getByText('The reviewer says: Line 3 rounds down.')).toBeVisible();
    await expect(run).toHaveAttribute('data-state', 'ended');
    await expect(run).toContainText('Look at src/pages.js called by agent · finished');
    await run.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await expect(run.locator('[data-tool]')).toHaveCount(2);
    expect(await faults(page)).toEqual([]);
    await shot(page, 'agents');

    await region.getByRole('tab', { name: 'Board' }).click();
    await region.getByRole('button', { name: 'New bead' }).click();
    await page.getByLabel('Title').fill('Read the pages');
    await page.getByLabel('For the role').selectOption('code-reviewer');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(region.getByRole('region', { name: 'Open, 1' })).toContainText('Read the pages');
    await region.getByLabel('At most').selectOption('3');
    await region.getByLabel('Give ready beads to agents').click();
    await expect(region.getByRole('region', { name: 'Closed, 1' })).toContainText('Read the pages', { timeout: 30_000 });
    await expect(region.getByText('2 runs left.')).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await shot(page, 'board-dispatch');
    await region.getByRole('button', { name: /bead-001/ }).click();
    await expect(page.getByRole('dialog').getByRole('list', { name: 'History' })).toContainText('taken: by reviewer');
    expect(service.requests.filter(({ body }) => (body.messages as Message[])[0]!.content.includes('You review code.')).length).toBe(6);
  } finally {
    await service.close();
  }
});
