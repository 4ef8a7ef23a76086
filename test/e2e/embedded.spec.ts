/** Shown in a page of another site, where the browser may give it neither storage nor locks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

test('in another site’s page the same project leaves the person’s own tab and its programs alone', async ({ page, context }) => {
  const own = new WorkspacePage(page);
  await own.open();
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>A school</title><iframe title="Demo" style="width: 1200px; height: 680px" allow="cross-origin-isolated" src="${page.url()}"></iframe>`);
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  try {
    await own.type('kept=here');
    const loads: string[] = [];
    page.on('framenavigated', (frame) => { if (frame === page.mainFrame()) loads.push(frame.url()); });
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const demo = other.frameLocator('iframe[title="Demo"]');
    await expect(demo.getByRole('tree', { name: 'Project files' })).toBeVisible({ timeout: 60_000 });
    await expect(demo.locator('[data-save]')).toHaveAttribute('data-save', 'memory');
    await expect(demo.getByRole('button', { name: 'Peers: only this tab' })).toBeVisible();
    // It works, in a sandbox of its own.
    const terminal = demo.locator('#terminal-panel .xterm-rows');
    await expect(terminal).toContainText('$');
    await demo.locator('#terminal-panel .xterm').click();
    await other.keyboard.type('echo "[$kept]" > demo.txt; cat demo.txt\n');
    await expect(terminal).toContainText('[]');
    await other.close();
    await page.bringToFront();
    await own.type('echo "still $kept"');
    await expect(own.terminal).toContainText('still here');
    await expect(own.entry('demo.txt')).toHaveCount(0);
    expect(loads).toEqual([]);
  } finally {
    site.closeAllConnections();
    site.close();
  }
});
