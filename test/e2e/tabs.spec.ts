/** One project in several tabs, through the front door: the first runs it, the others work on the same, and one of them follows. */
import { expect, test, type BrowserContext, type Page } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

/** The third is what the first tab's start took, in milliseconds: a measure for this machine at this moment. */
async function twoTabs(page: Page, context: BrowserContext): Promise<[WorkspacePage, WorkspacePage, number]> {
  const first = new WorkspacePage(page);
  const begun = performance.now();
  await first.open();
  const opened = performance.now() - begun;
  const second = new WorkspacePage(await context.newPage());
  await second.open();
  await expect(second.page.getByText('Runs in another tab')).toBeVisible();
  return [first, second, opened];
}

const notice = (workspace: WorkspacePage) => workspace.page.getByRole('status').filter({ hasText: 'Files are as they were last saved' });

const served = (workspace: WorkspacePage) => workspace.page.frameLocator('iframe[title="Preview of port 4321"]').getByRole('heading', { name: /^page 0\.\d+$/ });

test('a second tab has the same files, programs, terminals and servers, and takes over when the first is closed', async ({ page, context }) => {
  const [first, second] = await twoTabs(page, context);

  // An edit in one is an edit in both.
  await second.type('echo one > both.txt');
  await first.entry('both.txt').click();
  await expect(first.editorText).toContainText('one');
  await second.entry('both.txt').click();
  await second.focusEditor();
  await second.page.keyboard.press('Control+Home');
  await second.page.keyboard.type('edited ');
  await second.page.keyboard.press('Control+s');
  await expect(first.editorText).toContainText('edited one');

  // A terminal of the other tab, shown here: both see and type.
  await first.type('cd src; echo in-$((40+2))');
  await expect(first.terminal).toContainText('in-42');
  await second.page.getByRole('button', { name: 'Terminals of other tabs (1)' }).click();
  await second.page.getByRole('menuitem', { name: 'Terminal 1 of another tab' }).click();
  await expect(second.terminal).toContainText('in-42');
  await second.type('echo typed-$((1+1)); cd ..');
  await expect(first.terminal).toContainText('typed-2');
  await expect(first.page.getByRole('tab', { name: /Terminal 1/ }).getByLabel('shown in several tabs')).toBeVisible();

  // A server of one is a preview in both.
  await first.type(`echo 'require("http").createServer((q, s) => s.end("<h1>page " + Math.random() + "</h1>")).listen(4321)' > serve.cjs; node serve.cjs`);
  for (const workspace of [first, second]) await expect(served(workspace)).toBeVisible();
  await second.waitUntilSaved();
  // What would be lost is named before it is.
  await expect(second.page.getByText('Runs in another tab')).toHaveAttribute('title', /What runs there ends then: .*node serve\.cjs/);
  const before = await served(second).textContent();

  await page.close();
  await expect(notice(second)).toContainText('The tab that ran the programs was closed, and this tab took over.');
  await expect(second.editorText).toContainText('edited one');
  await expect(second.terminal).toContainText('Press Enter for a new shell.');
  // The server is started again at a press, and its preview comes back.
  await expect(notice(second)).toContainText('node serve.cjs');
  await notice(second).getByRole('button', { name: 'Start “node serve.cjs” again' }).click();
  await expect(served(second)).toBeVisible();
  await expect(served(second)).not.toHaveText(before!);
  await notice(second).getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice(second)).toHaveCount(0);
});

test('a tab that crashes is followed within two seconds, with what it had saved', async ({ page, context }) => {
  const [first, second, opened] = await twoTabs(page, context);
  await first.type('echo kept > kept.txt');
  await expect(second.entry('kept.txt')).toBeVisible();
  await first.waitUntilSaved();
  await expect(second.terminal).toContainText('$');
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  const begun = performance.now();
  await expect(notice(second)).toContainText('this tab took over');
  // Two seconds where nothing else runs; a start of the page is measured by the same clock.
  expect(performance.now() - begun).toBeLessThan(Math.max(2000, opened));
  await expect(second.terminal).toContainText('Press Enter for a new shell.');
  await second.page.locator('#terminal-panel .xterm:visible').click();
  await second.page.keyboard.type('\ncat kept.txt\n');
  await expect(second.terminal).toContainText(/cat kept\.txt\s*kept/);
  await expect(second.page.getByText('Runs in another tab')).toHaveCount(0);
});
