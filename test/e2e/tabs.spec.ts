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

const served = (workspace: WorkspacePage) => workspace.page.frameLocator('iframe[title="Preview of port 4321"]').getByRole('heading', { name: /^page a "b" two words 0\.\d+$/ });

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

  // A server of one is a preview in both; a program that is no server runs beside it.
  await first.type(`echo 'require("http").createServer((q, s) => s.end("<h1>page " + process.argv[2] + " " + process.env.GREETING + " " + Math.random() + "</h1>")).listen(4321)' > serve.cjs`);
  await first.type(`sleep 4242 & GREETING='two words' node serve.cjs 'a "b"'`);
  for (const workspace of [first, second]) await expect(served(workspace)).toBeVisible();
  await second.waitUntilSaved();
  // What would be lost is named before it is.
  await expect(second.page.getByText('Runs in another tab')).toHaveAttribute('title', /What runs there ends then: (?=.*sleep 4242).*node serve\.cjs/);
  const before = await served(second).textContent();

  await page.close();
  await expect(notice(second)).toContainText('The tab that ran the programs was closed, and this tab took over.');
  await expect(second.editorText).toContainText('edited one');
  await expect(second.terminal).toContainText('Press Enter for a new shell.');
  await expect(notice(second)).toContainText(/Programs that ran have ended: (?=.*sleep 4242).*node serve\.cjs/);
  // The server is started again by itself, with its quotes and variables, and its preview comes back; the terminal that was looked at stays in front.
  await expect(notice(second)).toContainText('Started again: node serve.cjs a "b".');
  await expect(notice(second).getByRole('button', { name: /^Start/ })).toHaveCount(0);
  if (process.env.TABLOOM_SHOTS) await second.page.screenshot({ path: `${process.env.TABLOOM_SHOTS}/started-again.png` });
  await expect(served(second)).toBeVisible();
  await expect(served(second)).not.toHaveText(before!);
  await expect(second.terminal).toContainText('Press Enter for a new shell.');
  await second.page.getByRole('tablist', { name: 'Terminals' }).getByRole('tab').last().click();
  await expect(second.terminal).toContainText(`$ GREETING='two words' node serve.cjs 'a "b"'`);
  await notice(second).getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice(second)).toHaveCount(0);
});

test('a server that was started again and lost at once with its tab waits for a press; one that cannot be known is named with its port; packages are installed anew', { tag: '@soak' }, async ({ page, context }) => {
  test.setTimeout(180_000);
  const [first, second] = await twoTabs(page, context);
  const third = new WorkspacePage(await context.newPage());
  // For this tab everything went fast, however slow the machine is.
  await third.page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() - ((globalThis as { fast?: number }).fast ?? 0);
  });
  await third.open();
  await first.type(`mkdir lib && echo 'module.exports = "from lib"' > lib/index.js && echo '{"name":"lib","version":"1.0.0"}' > lib/package.json && npm install ./lib && echo installed-$((40+2))`);
  await expect(first.terminal).toContainText('installed-42', { timeout: 60_000 });
  await first.type(`echo 'require("http").createServer((q, s) => s.end("<h1>" + require("lib") + "</h1>")).listen(4322)' > lib.cjs; echo 'require("http").createServer().listen(4323)' > paid.cjs; clear`);
  await first.type('API_KEY=abc node paid.cjs & node lib.cjs');
  const heading = (workspace: WorkspacePage) => workspace.page.frameLocator('iframe[title="Preview of port 4322"]').getByRole('heading', { name: 'from lib' });
  const ends = (workspace: WorkspacePage) => expect(workspace.page.getByText('Runs in another tab')).toHaveAttribute('title', /What runs there ends then: .*node lib\.cjs/);
  for (const workspace of [second, third]) await ends(workspace);
  await second.waitUntilSaved();

  await page.close();
  await expect(notice(second)).toContainText('Started again: node lib.cjs.', { timeout: 60_000 });
  await expect(notice(second)).toContainText('Start by hand: node paid.cjs (port 4323), because a variable that it was given may be a secret, which is not passed on.');
  await expect(notice(third)).toContainText('another one took over');
  await expect(notice(third)).toContainText('Started again: node lib.cjs.');
  await ends(third);
  await third.page.evaluate(() => { (globalThis as { fast?: number }).fast = 60_000; });

  await second.page.close();
  await expect(notice(third)).toContainText('this tab took over');
  await expect(notice(third)).toContainText('Not started again by itself: node lib.cjs. It had been started so already, and the tab that ran it ended within seconds');
  if (process.env.TABLOOM_SHOTS) await third.page.screenshot({ path: `${process.env.TABLOOM_SHOTS}/not-started-again.png` });
  await notice(third).getByRole('button', { name: 'Start “node lib.cjs” again' }).click();
  await expect(notice(third)).toContainText('Started again: node lib.cjs.', { timeout: 60_000 });
  await expect(heading(third)).toBeVisible();
});

/** Ends the tab in one way or the other. @returns milliseconds until the second says that it has taken over */
async function follows(how: 'closes' | 'crashes', first: Page, second: WorkspacePage, context: BrowserContext): Promise<number> {
  const said = second.page.getByText('this tab took over').waitFor({ timeout: 60_000 });
  const session = how === 'crashes' ? await context.newCDPSession(first) : undefined;
  const crashed = session && first.waitForEvent('crash');
  const begun = performance.now();
  if (session) {
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
  } else await first.close();
  await said;
  return performance.now() - begun;
}

for (const how of ['closes', 'crashes'] as const) {
  test(`a tab that ${how} is followed within two seconds, with what it had saved`, async ({ page, context }) => {
    const [first, second, opened] = await twoTabs(page, context);
    await first.type('echo kept > kept.txt');
    await expect(second.entry('kept.txt')).toBeVisible();
    await first.waitUntilSaved();
    await expect(second.terminal).toContainText('$');
    // Two seconds where nothing else runs (the soak below asks for just that). Elsewhere less than the same machine took for a start, most of which a takeover has to do as well: seen were 0.26 to 0.75 of it.
    expect(await follows(how, page, second, context)).toBeLessThan(Math.max(2000, 0.9 * opened));
    await expect(second.terminal).toContainText('Press Enter for a new shell.');
    await second.page.locator('#terminal-panel .xterm:visible').click();
    await second.page.keyboard.type('\ncat kept.txt\n');
    await expect(second.terminal).toContainText(/cat kept\.txt\s*kept/);
    await expect(second.page.getByText('Runs in another tab')).toHaveCount(0);
  });

  test(`each of ten tabs that ${how} is followed within two seconds`, { tag: '@soak' }, async ({ browser }) => {
    test.setTimeout(600_000);
    const times: number[] = [];
    for (let round = 0; round < 10; round++) {
      const context = await browser.newContext();
      const [, second] = await twoTabs(await context.newPage(), context);
      await expect(second.terminal).toContainText('$');
      await second.waitUntilSaved();
      times.push(Math.round(await follows(how, context.pages()[0]!, second, context)));
      await context.close();
    }
    expect(Math.max(...times), times.join(', ')).toBeLessThan(2000);
  });
}
