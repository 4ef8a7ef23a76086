/** What is not in the sandbox yet says so where a person meets it. */
import { expect, test } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

test('npm in the terminal says what there is instead, and that works', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('npm test');
  await expect(workspace.terminal).toContainText('npm: command not found');
  await expect(workspace.terminal).toContainText('A script of package.json runs with: node --run NAME');
  await workspace.type('clear; node --run test | grep -E "(tests|fail) [0-9]"');
  await expect(workspace.terminal).toContainText(/tests 8/, { timeout: 60_000 });
  await expect(workspace.terminal).toContainText(/fail 1/);
});
