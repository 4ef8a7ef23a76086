/** A web server in the sandbox, seen in the page: the panel opens, shows it, its console and its errors; in a tab of its own; after a reload; on a phone. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

const SERVER = `const http = require('http');
http.createServer((q, s) => {
  s.setHeader('content-type', 'text/html');
  s.end('<!doctype html><title>t</title><h1>' + (process.argv[3] || 'Hello') + ' ' + q.url + '</h1><a href="/next?x=1">next</a><button onclick="console.log(\\'said\\', 1); setTimeout(() => { throw new Error(\\'broke\\') })">break</button>');
}).listen(Number(process.argv[2]));
`;

/** The project with a server in it that `node server.cjs PORT` starts. */
async function openWithServer(page: Page): Promise<WorkspacePage> {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type(`echo '${Buffer.from(SERVER).toString('base64')}' | base64 -d > server.cjs`);
  await expect(workspace.entry('server.cjs')).toBeVisible();
  return workspace;
}

const shown = (page: Page, port: number) => page.frameLocator(`iframe[title="Preview of port ${port}"]`);

test('a server opens the preview; its address, links, console and errors are there', async ({ page }) => {
  const workspace = await openWithServer(page);
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  await workspace.type('node server.cjs 3210 &');
  await expect(shown(page, 3210).getByRole('heading', { name: 'Hello /' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Servers in the sandbox' })).toHaveText('A server listens on localhost:3210 in the sandbox.');
  // The terminal keeps the keyboard.
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('xterm');

  const path = page.getByRole('textbox', { name: 'Path of the preview' });
  await shown(page, 3210).getByRole('link', { name: 'next' }).click();
  await expect(shown(page, 3210).getByRole('heading', { name: 'Hello /next?x=1' })).toBeVisible();
  await expect(path).toHaveValue('/next?x=1');
  await path.fill('/typed');
  await path.press('Enter');
  await expect(shown(page, 3210).getByRole('heading', { name: 'Hello /typed' })).toBeVisible();
  await path.fill('http://localhost:3210/whole#part');
  await path.press('Enter');
  await expect(path).toHaveValue('/whole#part');
  await path.fill('https://elsewhere.example/x');
  await path.press('Enter');
  await expect(shown(page, 3210).getByRole('heading', { name: 'Hello /', exact: true })).toBeVisible();

  await shown(page, 3210).getByRole('button', { name: 'break' }).click();
  await page.getByRole('button', { name: 'Console of the preview, 1 error' }).click();
  const log = page.getByRole('log', { name: 'Console of the preview' });
  await expect(log).toContainText('said 1');
  await expect(log).toContainText('broke');
  await page.getByRole('button', { name: 'Clear the preview’s console' }).click();
  await expect(log).toHaveText('Nothing yet.');

  await page.getByRole('button', { name: 'Close the preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the preview' }).click();
  await expect(shown(page, 3210).getByRole('heading', { name: 'Hello /', exact: true })).toBeVisible();
});

test('two servers stand side by side, one ends and comes back', { tag: '@soak' }, async ({ page }) => {
  const workspace = await openWithServer(page);
  await workspace.type('node server.cjs 3301 One & node server.cjs 3302 Two &');
  const port = page.getByRole('combobox', { name: 'Port' });
  await expect(port.getByRole('option')).toHaveText(['3301', '3302']);
  await port.selectOption('3302');
  await expect(shown(page, 3302).getByRole('heading', { name: 'Two /' })).toBeVisible();
  await workspace.type('kill %2');
  await expect(port.getByRole('option')).toHaveText(['3301', '3302 (ended)']);
  await page.getByRole('button', { name: 'Reload the preview' }).click();
  await expect(shown(page, 3302).getByRole('heading', { name: 'Nothing listens on port 3302' })).toBeVisible();
  await workspace.type('node server.cjs 3302 Again &');
  await expect(shown(page, 3302).getByRole('heading', { name: 'Again /' })).toBeVisible();
});

test('in a tab of its own the preview outlives a reload of the page', { tag: '@soak' }, async ({ page, context }) => {
  const workspace = await openWithServer(page);
  await workspace.type('node server.cjs 3400 &');
  await expect(shown(page, 3400).getByRole('heading', { name: 'Hello /' })).toBeVisible();
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open the preview in a tab of its own' }).click();
  const tab = await opening;
  await expect(tab.getByRole('heading', { name: 'Hello /' })).toBeVisible();
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await workspace.waitUntilSaved();
  await page.reload();
  await expect(workspace.entry('server.cjs')).toBeVisible({ timeout: 60_000 });
  await tab.reload();
  await expect(tab.getByRole('heading', { name: 'The sandbox is not open' }).or(tab.getByRole('heading', { name: 'Nothing listens on port 3400' }))).toBeVisible();
  await workspace.type('node server.cjs 3400 Back &');
  await expect(tab.getByRole('heading', { name: 'Back /' })).toBeVisible({ timeout: 20_000 });
});

test('a page that spins does not hold up typing, and cannot lead the page away', async ({ page }) => {
  const workspace = await openWithServer(page);
  await workspace.type('node server.cjs 3500 &');
  await expect(shown(page, 3500).getByRole('heading', { name: 'Hello /' })).toBeVisible();
  const frame = page.frames().find((f) => f.url().includes('//3500-') && !f.url().includes('__tabloom__'))!;
  const path = page.getByRole('textbox', { name: 'Path of the preview' });
  await path.focus();
  const spinning = frame.evaluate(() => {
    const end = performance.now() + 2000;
    while (performance.now() < end);
  });
  const worst = await page.evaluate(async () => {
    const delays: number[] = [];
    for (let i = 0; i < 30; i++) {
      const begun = performance.now();
      await new Promise((done) => setTimeout(done, 20));
      delays.push(performance.now() - begun - 20);
    }
    return delays.sort((a, b) => a - b)[24]!;
  });
  await spinning;
  // A shared thread would show the whole two seconds.
  expect(worst).toBeLessThan(50);
  expect(await frame.evaluate(() => {
    try {
      top!.location.href = 'about:blank';
      return 'left';
    } catch (error) {
      return (error as Error).name;
    }
  })).toBe('SecurityError');
  expect(await frame.evaluate(() => {
    try {
      return parent.document.title;
    } catch (error) {
      return (error as Error).name;
    }
  })).toBe('SecurityError');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the preview is accessible in the ${colorScheme} theme`, colorScheme === 'dark' ? { tag: '@soak' } : {}, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const workspace = await openWithServer(page);
    await workspace.type('node server.cjs 3600 &');
    await expect(shown(page, 3600).getByRole('heading', { name: 'Hello /' })).toBeVisible();
    await shown(page, 3600).getByRole('button', { name: 'break' }).click();
    await page.getByRole('button', { name: /Console of the preview, 1 error/ }).click();
    await expect(page.getByRole('log', { name: 'Console of the preview' })).toContainText('broke');
    // The page in the frame is the person's own program.
    const { violations } = await new AxeBuilder({ page }).exclude('.monaco-editor').exclude('.xterm').exclude('iframe').analyze();
    expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Path of the preview' }).focus();
    await page.keyboard.press('F6');
    await expect(page.locator('#region-agent :focus')).toHaveCount(1);
    // From within the page too.
    await shown(page, 3600).getByRole('link', { name: 'next' }).focus();
    await page.keyboard.press('Shift+F6');
    await expect(page.locator('#region-terminal :focus')).toHaveCount(1);
  });
}

test('on a phone the preview is a pane of its own', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Regions' });
  await bar.getByRole('button', { name: 'Terminal' }).click({ timeout: 60_000 });
  await expect(bar.getByRole('button', { name: 'Preview' })).toHaveCount(0);
  const workspace = new WorkspacePage(page);
  await workspace.type(`node -e "require('http').createServer((q, s) => { s.setHeader('content-type', 'text/html'); s.end('<h1>small</h1>') }).listen(3700)" &`);
  await bar.getByRole('button', { name: 'Preview' }).click();
  await expect(shown(page, 3700).getByRole('heading', { name: 'small' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Close the preview' }).click();
  await expect(bar.getByRole('button', { name: 'Preview' })).toHaveCount(0);
  await expect(workspace.terminal).toBeVisible();
});

test('xdg-open shows an address of the sandbox, and code opens a file', { tag: '@soak' }, async ({ page }) => {
  const workspace = await openWithServer(page);
  await workspace.type('xdg-open http://localhost:3800/from/the/shell; code server.cjs; node server.cjs 3800 &');
  await expect(shown(page, 3800).getByRole('heading', { name: 'Hello /from/the/shell' })).toBeVisible();
  await expect(workspace.tab('server.cjs')).toBeVisible();
  await workspace.type('xdg-open http://127.0.0.1:3800/again?y#z');
  await expect(shown(page, 3800).getByRole('heading', { name: 'Hello /again?y' })).toBeVisible();
});
