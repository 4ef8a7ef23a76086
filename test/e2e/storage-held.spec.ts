/** The browser's storage does not answer because another tab was stopped while it saved: the page says what to do about it, and goes on by itself. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

/** Like a tab that is stopped by force at the worst moment: it has begun a transaction on the project's database and asks for nothing more. */
async function stopWhileSaving(page: Page): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((database) => database.name!.startsWith('project:'))!;
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name!);
      opening.onsuccess = () => resolve(opening.result);
    });
    setTimeout(() => {
      db.transaction([...db.objectStoreNames], 'readwrite');
      for (const end = performance.now() + 120_000; performance.now() < end;);
    });
  });
}

test('a page whose storage is held up by a tab that stands still says so, and opens when that tab is closed', async ({ page, context }) => {
  test.setTimeout(180_000);
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('echo kept > kept.txt');
  await expect(workspace.entry('kept.txt')).toBeVisible();
  await workspace.waitUntilSaved();
  await page.goto('about:blank');

  const stopped = await context.newPage();
  await stopWhileSaving(stopped);
  await page.goto('/');
  const said = page.getByRole('status').filter({ hasText: 'This browser’s storage does not answer yet.' });
  await expect(said).toContainText('close that tab, or let it go on, and this one goes on by itself. Nothing that was saved is lost.', { timeout: 30_000 });
  await expect(workspace.files).toHaveCount(0);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  if (process.env.TABLOOM_SHOTS) await page.screenshot({ path: `${process.env.TABLOOM_SHOTS}/held.png` });

  await stopped.close();
  await expect(workspace.entry('kept.txt')).toBeVisible({ timeout: 30_000 });
  await expect(said).toHaveCount(0);
});

test('so does a tab whose turn it is to run the project', { tag: '@soak' }, async ({ page, context }) => {
  test.setTimeout(180_000);
  const first = new WorkspacePage(page);
  await first.open();
  await first.type('echo kept > kept.txt');
  await first.waitUntilSaved();
  const second = new WorkspacePage(await context.newPage());
  await second.open();
  await expect(second.page.getByText('Runs in another tab')).toBeVisible();

  const stopped = await context.newPage();
  await stopWhileSaving(stopped);
  await page.close();
  const said = second.page.getByRole('status').filter({ hasText: 'This browser’s storage does not answer yet.' });
  await expect(said).toBeVisible({ timeout: 30_000 });
  await stopped.close();
  await expect(second.page.getByRole('status').filter({ hasText: 'Files are as they were last saved' })).toBeVisible({ timeout: 30_000 });
  await expect(second.entry('kept.txt')).toBeVisible();
});
