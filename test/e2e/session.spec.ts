/** A reload comes back to the same place. */
import { expect, test } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

test('open files, unsaved text, cursor, folders, terminals and the conversation are there after a reload', async ({ page }) => {
  test.slow();
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.entry('src').click();
  await workspace.entry('package.json').click();
  await workspace.type('echo kept-$((40 + 2)); sleep 1000');
  await expect(workspace.terminal).toContainText('kept-42');
  await page.getByRole('button', { name: 'New terminal' }).click();
  await workspace.type('touch -d @981173106 README.md; echo second-$((1 + 1))');
  await expect(workspace.terminal).toContainText('second-2');
  await workspace.entry('README.md').click();
  await expect(workspace.tab('README.md')).toBeVisible();
  await workspace.tab(/package\.json/).click();
  // A run saves what the editor holds; what is typed afterwards is unsaved.
  await page.getByRole('button', { name: 'Play the recording' }).click();
  await expect(page.getByRole('button', { name: 'Stop' }).first()).toBeVisible();
  await workspace.focusEditor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('unsaved');
  await expect(workspace.tab(/package\.json \(not saved\)/)).toBeVisible();

  // What is shown is written within a second; that it was can be seen in what is kept.
  await expect.poll(() => page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('tabloom-sessions');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const all = (store: string) => new Promise<Record<string, unknown>[]>((resolve) => {
      const request = database.transaction(store).objectStore(store).getAll();
      request.onsuccess = () => resolve(request.result as Record<string, unknown>[]);
    });
    const [tabs, conversations] = [await all('tabs'), await all('conversations')];
    database.close();
    const [tab] = tabs as { unsaved: boolean; terminals?: { data: ArrayBuffer }; state: { conversation?: string; documents: { view?: unknown }[] } }[];
    return {
      tabs: tabs.length, unsaved: tab?.unsaved, cursor: JSON.stringify(tab?.state.documents.map(({ view }) => view) ?? []).includes('"column":8'), conversation: tab?.state.conversation !== undefined,
      terminals: (tab?.terminals?.data.byteLength ?? 0) > 100, plain: new TextDecoder().decode(tab?.terminals?.data).includes('kept-42'),
      conversations: conversations.map(({ running }) => running),
    };
  })).toEqual({ tabs: 1, unsaved: true, cursor: true, conversation: true, terminals: true, plain: false, conversations: [true] });
  await workspace.waitUntilSaved();
  await page.reload();

  await expect(workspace.files).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('tablist', { name: 'Open files' }).getByRole('tab')).toHaveText([/^package\.json/, /^README\.md/]);
  await expect(workspace.tab(/package\.json \(not saved\)/)).toHaveAttribute('aria-selected', 'true');
  await expect(workspace.editorText).toContainText('unsaved{');
  await expect(workspace.entry('src')).toHaveAttribute('aria-expanded', 'true');
  // The cursor stands behind what was typed.
  await workspace.focusEditorByKeys();
  await page.keyboard.type('-still');
  await expect(workspace.editorText).toContainText('unsaved-still{');
  const terminals = page.getByRole('tablist', { name: 'Terminals' }).getByRole('tab');
  await expect(terminals).toHaveCount(2);
  await expect(terminals.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(workspace.terminal).toContainText('second-2');
  await expect(workspace.terminal).toContainText('Restored. The programs that ran here have ended.');
  await terminals.first().click();
  await expect(workspace.terminal).toContainText('kept-42');
  // Build tools go by the times of files.
  await workspace.type('echo again-$(stat -c %Y README.md)');
  await expect(workspace.terminal).toContainText('again-981173106');
  await expect(page.getByText('The page was closed or loaded again while the agent worked.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);

  // Several conversations.
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect(page.getByRole('button', { name: 'Play the recording' })).toBeVisible();
  await page.getByRole('button', { name: 'Conversations' }).click();
  const list = page.getByRole('list', { name: 'Conversations' });
  await expect(list.locator('li')).toHaveCount(1);
  await list.getByRole('button').first().click();
  await expect(page.getByText('The page was closed or loaded again while the agent worked.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Conversations' }).click();
  await list.getByRole('button', { name: /^Delete / }).click();
  await expect(page.getByText('There is none yet: the first task begins one.')).toBeVisible();
});

test('unsaved text whose file was changed meanwhile is a conflict after the reload, and nothing is lost', { tag: '@soak' }, async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.entry('README.md').click();
  await workspace.focusEditor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('MINE');
  await workspace.type('echo theirs > README.md');
  await expect(page.getByRole('alert').filter({ hasText: 'README.md was changed outside the editor' })).toBeVisible();
  await workspace.waitUntilSaved();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'README.md was changed outside the editor' })).toBeVisible({ timeout: 60_000 });
  await expect(workspace.editorText).toContainText('MINE');
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(workspace.editorText).toHaveText(/^theirs\s*$/);
});
