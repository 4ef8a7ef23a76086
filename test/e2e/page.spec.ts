/** The page through its front door: explorer, editor, terminal, what lasts, and access by keyboard and by screen reader. */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

/** Rules of all levels; Monaco's and xterm's own insides are theirs to answer for. */
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('.monaco-editor').exclude('.xterm').analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

test('opens with the project, and fits without scrolling', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await expect(page.getByRole('button', { name: 'Play the recording' })).toBeVisible();
  expect(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).toEqual([1280, 720]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`is accessible in the ${colorScheme} theme`, colorScheme === 'dark' ? { tag: '@soak' } : {}, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const workspace = new WorkspacePage(page);
    await workspace.open();
    await expectAccessible(page);
    await workspace.entry('package.json').click();
    await expect(workspace.editorText).toContainText('"name"');
    await expectAccessible(page);
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Model and key' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Model and key' })).toBeVisible();
    // Each system is one choice, explained.
    await page.getByRole('combobox', { name: 'Tools that the model knows' }).selectOption('loom-go');
    await expect(page.getByRole('combobox', { name: 'Tools that the model knows' })).toHaveAccessibleDescription(/^Actions such as edit_code/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    // The terminal changes with the page, not at the next change.
    const ground = () => page.evaluate(() => getComputedStyle(document.querySelector('#terminal-panel .xterm-scrollable-element')!).backgroundColor.match(/\d+/g)!.slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3);
    const other = colorScheme === 'light' ? 'dark' : 'light';
    const isDark = (scheme: string, value: number): boolean => (scheme === 'dark' ? value < 90 : value > 160);
    expect(isDark(colorScheme, await ground())).toBe(true);
    await page.emulateMedia({ colorScheme: other });
    await expect.poll(async () => isDark(other, await ground())).toBe(true);
  });
}

test('the explorer creates, renames and deletes by keyboard alone', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await page.getByRole('button', { name: 'New file' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New file' }).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('notes/first.txt');
  await page.keyboard.press('Enter');
  await expect(workspace.tab('first.txt')).toBeVisible();
  await expect(workspace.entry('notes')).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('Shift+F6');
  await workspace.entry('notes').focus();
  await page.keyboard.press('ArrowRight');
  await expect(workspace.entry('first.txt')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(workspace.entry('first.txt')).toBeFocused();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'New name of first.txt' }).fill('second.txt');
  await page.keyboard.press('Enter');
  await expect(workspace.entry('second.txt')).toBeVisible();
  await expect(workspace.entry('first.txt')).toHaveCount(0);
  await expect(workspace.tab('second.txt')).toBeVisible();

  await expect(workspace.entry('second.txt')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog', { name: 'Delete second.txt?' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(workspace.entry('second.txt')).toHaveCount(0);
  // It was the last of its folder: the next one in the tree has the keys.
  await expect(workspace.files.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(workspace.entry('notes')).toBeFocused();
});

test('F6 goes around the regions', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.entry('package.json').click();
  await expect(workspace.editorText).toContainText('"name"');
  await expect(workspace.terminal).toContainText('$');
  await workspace.entry('package.json').focus();
  const regions: (string | null | undefined)[] = [];
  for (let step = 0; step < 4; step++) {
    // With the key itself, not a frame later: it would take the focus from where the person has gone by then.
    regions.push(await page.evaluate(() => {
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', bubbles: true, cancelable: true }));
      return document.activeElement?.closest('section[id^="region-"]')?.getAttribute('aria-label');
    }));
    // Into the text, not onto the tab above it, where Delete closes the file.
    if (step === 0) expect(await page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null)).toBe(true);
  }
  expect(regions).toEqual(['Editor', 'Terminal', 'Agent', 'Files']);
  // Pressed, as by a person: every region lets it through.
  for (const region of ['Editor', 'Terminal', 'Agent', 'Files']) {
    await page.keyboard.press('F6');
    expect(await page.evaluate(() => document.activeElement?.closest('section[id^="region-"]')?.getAttribute('aria-label'))).toBe(region);
  }
  // Back to where one was in the tree.
  await expect(workspace.entry('package.json')).toBeFocused();
});

test('editor, terminal and explorer are one filesystem, and each sees the others at once', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('echo from-the-terminal > shared.txt');
  await expect(workspace.entry('shared.txt')).toBeVisible();
  await workspace.entry('shared.txt').click();
  await expect(workspace.editorText).toContainText('from-the-terminal');

  await workspace.focusEditor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('edited ');
  await expect(workspace.tab(/not saved/)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(workspace.tab(/not saved/)).toHaveCount(0);
  await workspace.type('cat shared.txt');
  await expect(workspace.terminal).toContainText('edited from-the-terminal');

  await workspace.type('echo replaced > shared.txt');
  await expect(workspace.editorText).toContainText('replaced');
  await workspace.type('rm shared.txt');
  await expect(workspace.entry('shared.txt')).toHaveCount(0);
});

test('a file that changed on both sides is not overwritten before the person decides', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('echo one > both.txt');
  await workspace.entry('both.txt').click();
  await workspace.focusEditor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('mine');
  await workspace.type('echo theirs > both.txt');
  const bar = page.getByRole('alert').filter({ hasText: 'was changed outside the editor' });
  await expect(bar).toBeVisible();
  await workspace.focusEditor();
  await page.keyboard.press('Control+s');
  await expect(bar).toBeVisible();
  await workspace.type('cat both.txt');
  await expect(workspace.terminal).toContainText(/cat both\.txt\s*theirs/);
  await bar.getByRole('button', { name: 'Take theirs' }).click();
  await expect(workspace.editorText).toContainText('theirs');
  await expect(bar).toHaveCount(0);
});

test('a reload comes back to the same files, without what .gitignore names', { tag: '@soak' }, async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('mkdir -p kept node_modules/dep && echo stays > kept/file.txt && echo gone > node_modules/dep/index.js && echo done');
  await expect(workspace.entry('node_modules')).toBeVisible();
  await expect(workspace.entry('kept')).toBeVisible();
  await workspace.waitUntilSaved();
  await page.reload();
  await expect(workspace.entry('kept')).toBeVisible({ timeout: 60_000 });
  await workspace.entry('kept').click();
  await workspace.entry('file.txt').click();
  await expect(workspace.editorText).toContainText('stays');
  await expect(workspace.entry('node_modules')).toHaveCount(0);
});

test('programs stay executable and strange names stay over a reload', { tag: '@soak' }, async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('echo "echo it ran" > tool && chmod 750 tool && ln -s tool link && mkdir __proto__ && echo odd > __proto__/__proto__');
  await expect(workspace.entry('__proto__')).toBeVisible();
  await expect(workspace.entry('tool')).toBeVisible();
  await workspace.waitUntilSaved();
  // A change of the bits alone is a change too.
  await workspace.type('clear; chmod 711 tool; echo changed');
  await expect(workspace.terminal).toContainText('changed');
  await workspace.waitUntilSaved();
  await page.reload();
  await expect(workspace.entry('tool')).toBeVisible({ timeout: 60_000 });
  await workspace.type('clear; ./link; node -p "fs.statSync(\'tool\').mode.toString(8)"; cat __proto__/__proto__');
  await expect(workspace.terminal).toContainText(/it ran\s*100711\s*odd/);
});

test('a model’s key is forgotten with the page unless it is to be remembered, and then it is stored encrypted', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  const dialog = page.getByRole('dialog', { name: 'Model and key' });
  const setKey = async (key: string, remember: boolean): Promise<void> => {
    await page.getByRole('button', { name: 'Model and key' }).first().click();
    await dialog.getByLabel('Base address').fill('http://127.0.0.1:9/v1');
    await dialog.getByLabel('Model', { exact: true }).fill('test-model');
    await dialog.getByLabel('Key', { exact: true }).fill(key);
    await dialog.getByLabel('Remember the key in this browser').setChecked(remember);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  };
  const expectKeyHintAfterReload = async (hint: string): Promise<void> => {
    await page.reload();
    await expect(workspace.entry('package.json')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Model and key' }).first().click();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
    await expect(dialog.getByLabel('Key', { exact: true })).toHaveAttribute('placeholder', hint);
    await page.keyboard.press('Escape');
  };

  await setKey('sk-secret-in-memory', false);
  await expectKeyHintAfterReload('Leave empty if the service needs none');
  await setKey('sk-secret-remembered', true);
  const dump = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('tabloom-secrets');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const all = await new Promise<{ data: ArrayBuffer }[]>((resolve) => {
      const request = database.transaction('sealed').objectStore('sealed').getAll();
      request.onsuccess = () => resolve(request.result as { data: ArrayBuffer }[]);
    });
    return { sealed: all.length, plain: all.some(({ data }) => new TextDecoder().decode(data).includes('sk-secret')), local: JSON.stringify({ ...localStorage }).includes('sk-secret') };
  });
  expect(dump).toEqual({ sealed: 1, plain: false, local: false });
  await expectKeyHintAfterReload('A key is set; type to replace it');
});

test('a browser without shared memory gets a page that names what is missing', async ({ page }) => {
  await page.addInitScript(() => { Reflect.deleteProperty(globalThis, 'SharedArrayBuffer'); });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'This browser cannot run Tabloom here' })).toBeVisible();
  await expect(page.getByText('Shared memory (SharedArrayBuffer)')).toBeVisible();
  await expect(page.getByText('Cross-Origin-Opener-Policy: same-origin')).toBeVisible();
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('one region at a time, everything within reach', async ({ page }) => {
    await page.goto('/');
    const bar = page.getByRole('navigation', { name: 'Regions' });
    await expect(bar).toBeVisible({ timeout: 60_000 });
    await bar.getByRole('button', { name: 'Files' }).tap();
    const workspace = new WorkspacePage(page);
    await workspace.entry('package.json').tap();
    await expect(workspace.editorText).toContainText('"name"');
    await bar.getByRole('button', { name: 'Terminal' }).tap();
    await expect(workspace.terminal).toContainText('$');
    await bar.getByRole('button', { name: 'Agent' }).tap();
    await expect(page.getByRole('textbox', { name: 'Task for the agent' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
  });
});

test('a tab that crashes loses nothing of what was saved', { tag: '@soak' }, async ({ page, context }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('mkdir -p crash && for i in 1 2 3 4 5 6 7 8 9; do echo line $i > crash/$i.txt; done');
  await expect(workspace.entry('crash')).toBeVisible();
  await workspace.waitUntilSaved();
  const session = await context.newCDPSession(page);
  // The renderer dies before it can answer.
  void session.send('Page.crash').catch(() => undefined);
  await page.waitForEvent('crash');
  const next = new WorkspacePage(await context.newPage());
  await next.open();
  await next.entry('crash').click();
  for (const i of [1, 5, 9]) await expect(next.entry(`${i}.txt`)).toBeVisible();
  await next.entry('9.txt').click();
  await expect(next.editorText).toContainText('line 9');
});

test('where the browser refuses storage the project lives in memory, and the page says so', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => { throw new DOMException('refused by the test', 'SecurityError'); };
  });
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await expect(workspace.saved).toHaveText('Only in memory');
  await expect(workspace.saved).toHaveAttribute('title', 'This browser refuses storage here (a private window, or a page inside another site), so the project is gone when this page is closed. Download it to keep it.');
  await workspace.type('echo here > memory.txt');
  await expect(workspace.entry('memory.txt')).toBeVisible();
});

test('files are uploaded, replaced only when the person agrees, and downloaded', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  const upload = (text: string): Promise<void> => page.getByLabel('Files to upload').setInputFiles({ name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await upload('a,b\n');
  await expect(workspace.entry('data.csv')).toBeVisible();
  await upload('c,d\n');
  const question = page.getByRole('dialog', { name: 'Replace existing files?' });
  await expect(question).toContainText('data.csv');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await workspace.type('cat data.csv');
  await expect(workspace.terminal).toContainText('a,b');
  await upload('c,d\n');
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('Uploaded data.csv.')).toBeVisible();

  await workspace.entry('data.csv').click({ button: 'right' });
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download' }).click()]);
  expect(file.suggestedFilename()).toBe('data.csv');
  expect(readFileSync((await file.path())!, 'utf8')).toBe('c,d\n');
});

test('Reset brings the sample back and forgets everything else', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('echo mine > mine.txt; rm README.md');
  await expect(workspace.entry('mine.txt')).toBeVisible();
  await expect(workspace.entry('README.md')).toHaveCount(0);
  await workspace.waitUntilSaved();
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: 'Reset project…' }).click();
  await page.getByRole('dialog', { name: 'Reset the project?' }).getByRole('button', { name: 'Reset project' }).click();
  await expect(workspace.entry('README.md')).toBeVisible({ timeout: 60_000 });
  await expect(workspace.entry('mine.txt')).toHaveCount(0);
});

test('what is being written stays when panels change and when a phone is turned', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  const task = page.getByRole('textbox', { name: 'Task for the agent' });
  const commit = page.getByRole('textbox', { name: 'Commit message' });
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await task.fill('Rename the shop');
  await page.getByRole('button', { name: 'Source control' }).click();
  await expect(commit).toBeVisible({ timeout: 60_000 });
  await commit.fill('Half a sentence');
  await page.getByRole('tab', { name: 'Inbox' }).click();
  await message.fill('Dear agent');
  await page.getByRole('tab', { name: 'Source control' }).click();
  await expect(commit).toHaveValue('Half a sentence');
  await page.getByRole('button', { name: 'Close the work panel' }).click();
  await page.setViewportSize({ width: 390, height: 800 });
  const regions = page.getByRole('navigation', { name: 'Regions' });
  await regions.getByRole('button', { name: 'Work' }).click();
  await expect(commit).toHaveValue('Half a sentence');
  await page.getByRole('tab', { name: 'Inbox' }).click();
  await expect(message).toHaveValue('Dear agent');
  await regions.getByRole('button', { name: 'Agent' }).click();
  await expect(task).toHaveValue('Rename the shop');

  // A file that is opened from there is shown, as one of the explorer's is.
  await regions.getByRole('button', { name: 'Work' }).click();
  await page.getByRole('tab', { name: 'Agents' }).click();
  await page.getByRole('button', { name: 'Add a reviewer' }).click();
  await expect(page.getByRole('region', { name: 'Editor' })).toBeVisible();
  await expect(workspace.tab('AGENT.md')).toHaveAttribute('aria-selected', 'true');
});

test('terminals are several, and a shell that ended is started again with Enter', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('exit');
  await expect(workspace.terminal).toContainText('The shell ended with code 0. Press Enter to start another.');
  await page.keyboard.press('Enter');
  await workspace.type('echo again-$((40 + 2))');
  await expect(workspace.terminal).toContainText('again-42');
  await page.getByRole('button', { name: 'New terminal' }).click();
  await expect(page.getByRole('tab', { name: 'Terminal 2' })).toHaveAttribute('aria-selected', 'true');
  // Who asked for it types in it: the keys do not stay on the button.
  await expect(page.locator('#terminal-panel > div:not([hidden]) .xterm-helper-textarea')).toBeFocused();
  await expect(workspace.terminal).toContainText('$');
  await page.keyboard.type('echo second-$((1 + 1))');
  await page.keyboard.press('Enter');
  await expect(workspace.terminal).toContainText('second-2');
  await page.getByRole('tab', { name: 'Terminal 2' }).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('tab', { name: 'Terminal 2' })).toHaveCount(0);
  // The keys stay among the tabs.
  await expect(page.getByRole('tab', { name: 'Terminal 1' })).toBeFocused();
  await expect(workspace.terminal).toContainText('again-42');
});
