/** What a build or a linter complains about stands in the card of the step, and its place leads into the file. */
import { expect, test } from 'playwright/test';
import { calls, says, sseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

test('findings of a build lead to their lines', async ({ page }) => {
  const printed = 'src/pages.js:3:5: warning: first [-Wx]\\nsrc/pages.js:2:3: error: <b>not</b> markup\\n/usr/include/x.h:1:1: error: outside\\n';
  const service = await sseServer([
    calls({ id: 'a', name: 'build_project', arguments: JSON.stringify({ build_command: `printf '${printed}' >&2; exit 1`, framework: 'make' }) }),
    says('It does not build.'),
  ]);
  try {
    const workspace = new WorkspacePage(page);
    await workspace.open();
    await page.getByRole('button', { name: 'Model and key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Model and key' });
    await dialog.getByLabel('Base address').fill(service.baseUrl);
    await dialog.getByLabel('Model', { exact: true }).fill('test-model');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('textbox', { name: 'Task for the agent' }).fill('Build it.');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const card = page.locator('[data-tool="build_project"]');
    await expect(card).toHaveAttribute('data-state', 'failed', { timeout: 60_000 });
    await expect(card).toContainText('The build failed: 2 errors, 1 warning');
    const findings = card.getByRole('list', { name: 'Findings' }).getByRole('listitem');
    // Errors first; what is said is shown as it is; a file outside of the project is no link.
    await expect(findings).toHaveText(['error src/pages.js:2:3 <b>not</b> markup', 'error /usr/include/x.h:1:1 outside', 'warning src/pages.js:3:5 first -Wx']);
    await expect(findings.nth(1).getByRole('button')).toHaveCount(0);
    for (const [at, line] of [[0, '2'], [2, '3'], [0, '2']] as const) {
      await findings.nth(at).getByRole('button').click();
      await expect(page.locator('[data-editor-path]')).toHaveAttribute('data-editor-path', 'src/pages.js');
      await expect(page.locator('.monaco-editor .active-line-number')).toHaveText(line);
    }
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
  } finally {
    await service.close();
  }
});
