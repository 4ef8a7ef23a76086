/** What the person sees when the browser lost something of their project, and what the browser promises. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

test('a damaged file is named and put aside, a removed project is not taken for a new one', async ({ page }) => {
  test.setTimeout(240_000);
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('echo precious > damaged.txt && echo fine > whole.txt');
  await expect(workspace.entry('whole.txt')).toBeVisible();
  await workspace.waitUntilSaved();

  // What is loaded when it is first wanted may not come; the page stays, and it comes later.
  await page.route(/settings-dialog/, (route) => route.abort());
  await page.getByRole('button', { name: 'Settings' }).click();
  const missing = page.getByRole('alert').filter({ hasText: 'A part of the page could not be loaded.' });
  await expect(missing).toBeVisible();
  await expect(workspace.entry('whole.txt')).toBeVisible();
  await page.unroute(/settings-dialog/);
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(missing).toHaveCount(0);
  const storage = page.getByRole('region', { name: 'Storage' });
  await expect(storage).toContainText(/This browser (may remove|keeps) the projects.* of .* are used, by all projects together\./);
  await expect(storage).toContainText('In a private window everything is kept only until the last private window is closed, also what counts as saved. Download the project before that.');
  await page.keyboard.press('Escape');

  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name!).filter((name) => name.startsWith('project:'));
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(names[0]!);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error!);
    });
    await new Promise<void>((resolve) => {
      const transaction = db.transaction(['nodes', 'files'], 'readwrite');
      const asked = transaction.objectStore('nodes').get('damaged.txt');
      asked.onsuccess = () => transaction.objectStore('files').put(new TextEncoder().encode('precio'), [...(asked.result as { k: number[] }).k, 0]);
      transaction.oncomplete = () => resolve();
    });
    db.close();
  });
  await page.reload();
  await expect(workspace.entry('whole.txt')).toBeVisible({ timeout: 60_000 });
  await expect(workspace.entry('damaged.txt')).toHaveCount(0);
  const said = page.getByRole('alert').filter({ hasText: 'could not be read' });
  await expect(said).toContainText('One file could not be read from this browser’s storage: damaged.txt. All others are here.');
  await expect(workspace.terminal).toContainText('Restored. The programs that ran here have ended.');
  expect((await new AxeBuilder({ page }).include('[role=alert]').include('#terminal-panel').analyze()).violations).toEqual([]);
  const [file] = await Promise.all([page.waitForEvent('download'), said.getByRole('button', { name: 'Download what is left' }).click()]);
  expect(file.suggestedFilename()).toContain('damaged files.zip');
  await said.getByRole('button', { name: 'Dismiss' }).click();
  await expect(said).toHaveCount(0);

  // As the browser does when it needs room: the database goes, nobody is told.
  await page.goto('/icon.svg');
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name!.startsWith('project:')) await new Promise((resolve) => { indexedDB.deleteDatabase(name!).onsuccess = resolve; });
  });
  await workspace.open();
  await expect(page.getByRole('alert').filter({ hasText: 'This browser removed what it had stored of' })).toBeVisible();
  await expect(workspace.entry('whole.txt')).toHaveCount(0);
});

for (const [by, change] of Object.entries({
  'a command': async (workspace: WorkspacePage) => workspace.type('echo one > own.txt'),
  'the editor': async (workspace: WorkspacePage) => {
    await workspace.entry('README.md').dblclick();
    await workspace.focusEditor();
    await workspace.page.keyboard.type('own ');
  },
})) {
  test(`the browser is asked once to keep what is stored, at the first change, by ${by}`, by === 'the editor' ? { tag: '@soak' } : {}, async ({ page }) => {
    await page.addInitScript(() => {
      if (window !== window.top) return;
      const asked = { times: 0 };
      Object.assign(window, { asked });
      navigator.storage.persisted = async () => false;
      navigator.storage.persist = async () => { asked.times++; return false; };
    });
    const asked = (): Promise<number> => page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times);
    const workspace = new WorkspacePage(page);
    await workspace.open();
    // The sample and its first commit are the page's, and so is what a command leaves that changes no file of the project.
    await workspace.type('git log --oneline; echo $((20 + 3))');
    await expect(workspace.terminal).toContainText('23');
    await workspace.waitUntilSaved();
    expect(await asked()).toBe(0);
    await change(workspace);
    await expect.poll(asked).toBe(1);
    await workspace.type('echo two > own.txt; mkdir more; echo three > more/three.txt');
    await expect(workspace.entry('more')).toBeVisible();
    await workspace.waitUntilSaved();
    expect(await asked()).toBe(1);
  });
}

test('a saved project whose database cannot be opened is not shown as a new one: the page says so, and loading again brings it back', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  // The second load only.
  await page.addInitScript(() => {
    const load = Number(sessionStorage.getItem('load') ?? 0) + 1;
    sessionStorage.setItem('load', String(load));
    if (load !== 2) return;
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      if (name.startsWith('project:')) throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
      return open.call(this, name, version);
    };
  });
  await workspace.open();
  await workspace.type('echo precious > precious.txt');
  await expect(workspace.entry('precious.txt')).toBeVisible();
  await workspace.waitUntilSaved();
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'Tabloom could not start' });
  await expect(failure).toContainText('The stored project cannot be read: Internal error opening backing store for indexedDB.open.', { timeout: 60_000 });
  await expect(failure).toContainText('Your files are still stored in this browser.');
  await expect(failure.getByRole('button')).toHaveText(['Load again', 'Forget the stored project…']);
  await expect(workspace.files).toHaveCount(0);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  if (process.env.TABLOOM_SHOTS) await page.screenshot({ path: `${process.env.TABLOOM_SHOTS}/unreadable.png` });
  await failure.getByRole('button', { name: 'Load again' }).click();
  await expect(workspace.entry('precious.txt')).toBeVisible({ timeout: 60_000 });
});
