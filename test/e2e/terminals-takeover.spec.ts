/** A terminal that several tabs show, when the tab that runs it crashes, and when two people type into one. */
import { expect, test } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

test('what a shared terminal showed stays in every tab, each goes on with a shell of its own, and two tabs that type lose no key', { tag: '@soak' }, async ({ page, context }) => {
  test.setTimeout(180_000);
  const first = new WorkspacePage(page);
  await first.open();
  const [second, third] = [new WorkspacePage(await context.newPage()), new WorkspacePage(await context.newPage())];
  const shown = (workspace: WorkspacePage) => workspace.page.locator('#terminal-panel .xterm:visible');
  const titles = (workspace: WorkspacePage) => workspace.page.getByRole('tablist', { name: 'Terminals' }).getByRole('tab');
  const join = async (workspace: WorkspacePage, name: string): Promise<void> => {
    await workspace.page.getByRole('button', { name: /^Terminals of other tabs/ }).click();
    await workspace.page.getByRole('menuitem', { name }).click();
  };
  await first.type('cd src; seq -f line-%g 300');
  await expect(first.terminal).toContainText('line-300');
  await second.open(page.url());
  await join(second, 'Terminal 1 of another tab');
  await third.open(page.url());
  await join(third, 'Terminal 1 of tab 1');
  for (const workspace of [second, third]) await expect(workspace.terminal).toContainText('line-300');
  // A line that nobody has finished.
  await shown(second).click();
  await second.page.keyboard.type('echo half');
  await expect(third.terminal).toContainText('echo half');
  await first.waitUntilSaved();

  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  for (const workspace of [second, third]) {
    await expect(workspace.terminal).toContainText('The tab that ran this was closed.', { timeout: 30_000 });
    await expect(workspace.terminal).toContainText(/line-300\s*~\/corner-shop\/src main \$ echo half/);
    await expect(workspace.page.getByText('Files are as they were last saved')).toBeVisible({ timeout: 30_000 });
    await shown(workspace).click();
    // To the very first of the three hundred lines.
    await workspace.page.keyboard.press('Shift+Home');
    for (let pages = 0; pages < 40; pages++) await workspace.page.keyboard.press('Shift+PageUp');
    await expect(workspace.terminal).toContainText(/line-1\s*line-2/);
    await workspace.page.keyboard.press('Enter');
    await expect(workspace.terminal).toContainText('~/corner-shop main $');
    await expect(titles(workspace).nth(1)).toHaveAccessibleName(/^Terminal 2/);
  }

  // One of the new shells in both tabs, and both type at once.
  await join(third, 'Terminal 2 of another tab');
  await expect(third.terminal).toContainText('~/corner-shop main $');
  await second.page.keyboard.type('clear; echo ');
  await expect(third.terminal).toContainText('clear; echo');
  await shown(third).click();
  await Promise.all([second.page.keyboard.type('a'.repeat(30)), third.page.keyboard.type('b'.repeat(30))]);
  await expect(third.terminal).toContainText(/echo (?=(b*a){30}b*\s)[ab]{60}\s/);
  await second.page.keyboard.press('Enter');
  for (const workspace of [second, third]) await expect(workspace.terminal).toHaveText(/^(?=(b*a){30}b*~)[ab]{60}~\/corner-shop main \$\s*$/);
});
