/** What was typed in the terminal is there again after a reload, and nowhere else. */
import { expect, test } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

test('ArrowUp finds the last command of before the reload', async ({ page }) => {
  test.setTimeout(180_000);
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('clear; echo remember-$((40 + 2))');
  await expect(workspace.terminal).toContainText(/remember-42/);
  await workspace.type('git status --short; echo no-change');
  await expect(workspace.terminal).toContainText(/echo no-change\s*no-change/);
  await expect(workspace.entry('.tabloom')).toHaveCount(0);
  // A change after it, whose save therefore holds the history too.
  await workspace.type('echo x > saved.txt');
  await expect(workspace.entry('saved.txt')).toBeVisible();
  await workspace.waitUntilSaved();
  await page.reload();
  await expect(workspace.entry('saved.txt')).toBeVisible({ timeout: 60_000 });
  // The lines of before are there too, and would be found without a search in the history.
  await expect(workspace.terminal).toContainText(/have ended\..*\$/s);
  await page.getByRole('button', { name: 'Clear terminal' }).click();
  await expect(workspace.terminal).not.toContainText('saved.txt');
  await expect(workspace.terminal).toContainText('$');
  await page.locator('#terminal-panel .xterm:visible').click();
  for (const shown of ['echo x > saved.txt', 'git status --short; echo no-change', 'clear; echo remember-$((40 + 2))']) {
    await page.keyboard.press('ArrowUp');
    await expect(workspace.terminal).toContainText(shown);
  }
  await page.keyboard.press('Enter');
  await expect(workspace.terminal).toContainText(/remember-42/);
});
