/** The shared work in the page: questions, board, inbox, tasks and skills, by keyboard and without accessibility faults. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from 'playwright/test';
import { calls, sseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

const shot = (page: Page, name: string): Promise<unknown> | undefined => (process.env.TABLOOM_SHOTS ? page.screenshot({ path: `${process.env.TABLOOM_SHOTS}/${name}.png` }) : undefined);
const faults = async (page: Page): Promise<unknown> => (await new AxeBuilder({ page }).include('#region-work').analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]);

test('beads are created, moved by keyboard and approved on the board', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await page.getByRole('button', { name: 'Work' }).focus();
  await page.keyboard.press('Enter');
  const region = page.getByRole('region', { name: 'Work' });
  await region.getByRole('button', { name: 'New bead' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Fix the pages');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const card = region.getByRole('button', { name: /bead-001/ });
  await expect(region.getByRole('region', { name: 'Open, 1' }).getByRole('button', { name: /bead-001/ })).toBeVisible();
  await card.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(region.getByRole('region', { name: 'In progress, 1' })).toContainText('Fix the pages');
  await expect(card).toBeFocused();
  await expect(card).toContainText('with user');
  expect(await faults(page)).toEqual([]);
  // Approval is a step of a workflow.
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Fix the pages' });
  await dialog.getByRole('combobox', { name: 'With' }).selectOption('agent');
  await expect(dialog.getByRole('list', { name: 'History' })).toContainText('assigned: agent');
  await dialog.getByLabel('Workflow').selectOption('review');
  await expect(dialog).toContainText('review: implement.');
  await dialog.getByRole('button', { name: 'Step done' }).click();
  await expect(dialog).toContainText('review: review.');
  await expect(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('No tests');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toContainText('review: implement.');
  await dialog.getByRole('button', { name: 'Step done' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toContainText('P2, closed');
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
  await shot(page, 'bead');
  await page.keyboard.press('Escape');
  await expect(region.getByRole('region', { name: 'Closed, 1' })).toContainText('Fix the pages');
  await shot(page, 'board');
  // By mouse, too.
  await region.getByRole('button', { name: 'New bead' }).click();
  await page.getByLabel('Title').fill('Second');
  await page.getByRole('button', { name: 'Create' }).click();
  await region.getByRole('button', { name: /bead-002/ }).dragTo(region.locator('[data-column="blocked"]'));
  await expect(region.getByRole('region', { name: 'Blocked, 1' })).toContainText('Second');
  // The board is there after the page has been loaded again, as it was left.
  await page.reload();
  await expect(region.getByRole('region', { name: 'Blocked, 1' })).toContainText('Second');
  await expect(region.getByRole('region', { name: 'Closed, 1' })).toContainText('Fix the pages');
});

test('the board of another tab shows a new bead and each move of it without being loaded again', async ({ page, context }) => {
  await new WorkspacePage(page).open();
  const second = await context.newPage();
  await new WorkspacePage(second).open(page.url());
  const [here, there] = [page, second].map((one) => one.getByRole('region', { name: 'Work' })) as [Locator, Locator];
  await second.getByRole('button', { name: 'Work' }).click();
  await expect(there.getByRole('button', { name: 'New bead' })).toBeVisible();
  const loads: string[] = [];
  second.on('framenavigated', (frame) => { if (frame === second.mainFrame()) loads.push(frame.url()); });
  await page.getByRole('button', { name: 'Work' }).click();
  await here.getByRole('button', { name: 'New bead' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Fix the pages');
  await page.keyboard.press('Enter');
  await expect(there.getByRole('region', { name: 'Open, 1' })).toContainText('Fix the pages');
  await here.getByRole('button', { name: /bead-001/ }).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(there.getByRole('region', { name: 'In progress, 1' })).toContainText('Fix the pages');
  await expect(there.getByRole('region', { name: 'Open, 1' })).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(there.getByRole('region', { name: 'Open, 1' })).toContainText('Fix the pages');
  expect(loads).toEqual([]);
});

test('tasks are TODO.md, both ways; skills of the project and of the person; messages to an agent', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await page.getByRole('button', { name: 'Work' }).click();
  await page.getByRole('tab', { name: 'Tasks' }).click();
  const region = page.getByRole('region', { name: 'Work' });
  await expect(region).toContainText('There is no TODO.md.');
  await region.getByLabel('New task').fill('Buy milk 🥛');
  await page.keyboard.press('Enter');
  await expect(region.getByRole('region', { name: 'Pending' })).toContainText('Buy milk 🥛');
  await region.getByLabel('New task').fill('Bake bread');
  await page.keyboard.press('Enter');
  await expect(region.getByRole('region', { name: 'Pending' })).toContainText('Bake bread');
  await region.getByLabel('Status of Buy milk 🥛').focus();
  await region.getByLabel('Status of Buy milk 🥛').selectOption('in_progress');
  await expect(region.getByRole('region', { name: 'In progress' })).toContainText('Buy milk 🥛');
  // The next key is for the same task, not for the one that moved up into its place.
  await expect(region.getByLabel('Status of Buy milk 🥛')).toBeFocused();
  await region.getByRole('button', { name: 'Remove Bake bread' }).click();
  await expect(region.getByRole('region', { name: 'Pending' })).toHaveCount(0);
  await expect(workspace.entry('TODO.md')).toBeVisible();
  await workspace.type("cat TODO.md; printf '# TODO\\n\\n- [ ] From the shell\\n' > TODO.md");
  await expect(workspace.terminal).toContainText('- [ ] Buy milk');
  await expect(region.getByRole('region', { name: 'Pending' })).toContainText('From the shell');
  await expect(region.getByRole('region', { name: 'In progress' })).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await shot(page, 'todos');

  await workspace.type("mkdir -p .agents/skills/release .agents/qa && printf -- '---\\nname: release\\ndescription: How we release\\n---\\nTag it.\\n' > .agents/skills/release/SKILL.md && printf -- '---\\nrole: qa-engineer\\n---\\n' > .agents/qa/AGENT.md");
  await page.getByRole('tab', { name: 'Skills' }).click();
  await expect(region.getByRole('list', { name: 'Skills' })).toContainText('How we release');
  await region.getByRole('button', { name: 'New skill' }).click();
  await page.getByLabel('Name', { exact: true }).fill('my-way');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(region.getByRole('list', { name: 'Skills' })).toContainText('my-way yours');
  expect(await faults(page)).toEqual([]);
  await shot(page, 'skills');
  await region.getByRole('button', { name: 'Remove my-way' }).click();
  await expect(region.getByRole('list', { name: 'Skills' })).not.toContainText('my-way');

  await page.getByRole('tab', { name: 'Inbox' }).click();
  await region.getByRole('combobox', { name: 'To', exact: true }).selectOption('qa');
  await region.getByLabel('Subject').fill('Hello');
  await region.getByRole('button', { name: 'Send' }).click();
  await expect(region.getByText('Sent to qa.')).toBeVisible();
  await region.getByLabel('Also what agents write').check();
  await expect(region.getByRole('list', { name: 'Messages' })).toContainText('user to qa');
  expect(await faults(page)).toEqual([]);
  await shot(page, 'inbox');
});

test('a question waits for the person, the answer goes to the agent, and so does a message with the next turn', async ({ page }) => {
  test.setTimeout(300_000);
  const call = (id: string, name: string, args: object): { id: string; name: string; arguments: string } => ({ id, name, arguments: JSON.stringify(args) });
  const service = await sseServer([
    calls(call('a', 'ask_followup', { question: 'Should I use PostgreSQL or MySQL for the database?' })),
    calls(call('b', 'create_bead', { bead: { title: 'Choose a database', project_id: 'shop' } }), call('c', 'escalate_ceo', { bead_id: 'bead-002', reason: 'It costs money' })),
  ]);
  try {
    const workspace = new WorkspacePage(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await workspace.open();
    await page.getByRole('button', { name: 'Model and key' }).first().click();
    await page.getByLabel('Base address').fill(service.baseUrl);
    await page.getByLabel('Model', { exact: true }).fill('test-model');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('textbox', { name: 'Task for the agent' }).fill('Set up the database');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('status', { name: 'Questions to you' })).toHaveText('The agent asks: Should I use PostgreSQL or MySQL for the database?', { timeout: 60_000 });
    // It can be answered where it is asked, too.
    const agent = page.getByRole('region', { name: 'Agent' });
    await expect(agent.getByRole('textbox', { name: 'Should I use PostgreSQL or MySQL for the database?' })).toBeVisible();
    await expect(agent).toContainText('waits for your answer');
    await page.getByRole('button', { name: 'Work: 1 question' }).click();
    const region = page.getByRole('region', { name: 'Work' });
    const box = region.getByRole('textbox', { name: 'Should I use PostgreSQL or MySQL for the database?' });
    await expect(box).toBeFocused();
    expect(await faults(page)).toEqual([]);
    await shot(page, 'question-dark');
    // Written while the agent waits, read at its next turn.
    await page.getByRole('tab', { name: 'Inbox' }).click();
    await region.getByLabel('Subject').fill('By the way');
    await region.getByRole('textbox', { name: 'Message', exact: true }).fill('The budget is small.');
    await region.getByRole('button', { name: 'Send' }).click();
    await expect(region.getByText('Sent to agent.')).toBeVisible();
    await page.getByRole('tab', { name: 'Questions' }).click();
    await box.fill('PostgreSQL 🐘');
    await page.keyboard.press('Enter');
    await expect(region.getByRole('list', { name: 'Answered' })).toContainText('PostgreSQL 🐘');
    await expect(page.locator('[data-run-end]')).toHaveAttribute('data-run-end', 'escalated', { timeout: 60_000 });
    const second = service.requests[1]!.body.messages as { role: string; content: string }[];
    expect(second.slice(-2).map(({ role, content }) => [role, content])).toEqual([
      ['tool', 'PostgreSQL 🐘'],
      ['user', expect.stringMatching(/^Your inbox has one new item\.\n\nMessage msg-[0-9a-f-]{36}, a notification from user \(user\): By the way\nThe budget is small\.$/)],
    ]);
    await expect(page.getByText('The agent read its inbox: one new item')).toBeVisible();
    // The escalation is a decision for the person, on a phone too.
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Work: 1 question' }).click();
    await expect(region.getByText('Decision: Choose a database')).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await shot(page, 'decision-phone');
    // With something waiting, too, the bar has room for all of its buttons.
    expect((await page.getByRole('button', { name: 'Help and keys' }).boundingBox())!.x).toBeLessThan(390 - 26);
    await region.getByRole('textbox', { name: 'Note' }).fill('The cheap one');
    await region.getByRole('button', { name: 'Deny' }).click();
    await expect(region.getByRole('list', { name: 'Answered' })).toContainText('deny: The cheap one');
    await page.getByRole('tab', { name: 'Board' }).click();
    await expect(region.getByRole('region', { name: 'Open, 1' })).toContainText('with agent');
    await shot(page, 'board-phone');
  } finally {
    await service.close();
  }
});
