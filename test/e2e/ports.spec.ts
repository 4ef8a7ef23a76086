/** A server in the sandbox: the page names its port, says that previews are not there yet, and forgets it when it ends. */
import { expect, test } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

test('a server in the sandbox is named while it listens, and is reached from there', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  const notice = page.getByRole('status', { name: 'Servers in the sandbox' });
  await workspace.type(`node -e "require('http').createServer((q, s) => s.end('served')).listen(3210)" &`);
  await expect(notice).toContainText('localhost:3210');
  await expect(notice).toContainText('Previews in the page are not built yet');
  await workspace.type(`clear; node -p "await (await fetch('http://localhost:3210')).text()"`);
  await expect(workspace.terminal).toContainText('served');
  await workspace.type('kill %1');
  await expect(notice).toBeEmpty();
});
