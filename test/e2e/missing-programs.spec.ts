/** What is in the sandbox and what is not, where a person meets it. */
import { expect, test } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

test('npm runs the scripts of the project; another package manager says how it comes', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('yarn test');
  await expect(workspace.terminal).toContainText('yarn: command not found');
  await expect(workspace.terminal).toContainText('Another package manager runs with: npx --yes NAME');
  await workspace.type('clear; npm test | grep -E "(tests|fail) [0-9]"');
  await expect(workspace.terminal).toContainText(/tests 8/, { timeout: 60_000 });
  await expect(workspace.terminal).toContainText(/fail 1/);
});
