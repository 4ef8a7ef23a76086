/** First light: a stranger opens the page, the recorded agent turns the failing test green inside the sandbox and commits, native git accepts the repository, and a reload finds everything again. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { unzipSync } from 'fflate';
import { WorkspacePage } from '../support/workspace-page.ts';

const git = (cwd: string, ...args: string[]): string => execFileSync('git', args, { cwd, encoding: 'utf8', env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }, stdio: ['ignore', 'pipe', 'pipe'] });

/** Downloads the project with its repository, as a person would, into a new folder. */
async function download(page: Page): Promise<string> {
  await page.keyboard.press('Control+,');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /Download project/ }).click()]);
  const folder = mkdtempSync(join(tmpdir(), 'tabloom-export-'));
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync((await file.path())!)))) {
    if (name.endsWith('/')) continue;
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  await page.keyboard.press('Escape');
  return folder;
}

test('the recorded agent makes the failing test pass and commits; native git and a reload agree', async ({ page }) => {
  test.setTimeout(300_000);
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await page.getByRole('button', { name: 'Play the recording' }).first().click();
  await expect(page.getByText('every step really runs here').first()).toBeVisible({ timeout: 90_000 });

  const cards = page.locator('[data-tool]');
  const end = page.locator('[data-run-end]');
  await expect(end).toBeVisible({ timeout: 240_000 });
  await expect(end).toHaveAttribute('data-run-end', 'done');
  const steps = await cards.evaluateAll((all) => all.map((card) => [card.getAttribute('data-tool'), card.getAttribute('data-state')]));
  expect(steps).toEqual([
    ['read_tree', 'done'], ['run_tests', 'failed'], ['read_file', 'done'], ['read_file', 'done'], ['edit_file', 'done'],
    ['run_tests', 'done'], ['git', 'done'], ['git', 'done'], ['git', 'done'],
  ]);
  const tests = page.locator('[data-tool="run_tests"]');
  await expect(tests.nth(0)).toContainText('8 tests: 7 passed, 1 failed');
  await expect(tests.nth(1)).toContainText('8 tests: 8 passed, 0 failed');
  // What failed stands in the card, and its place leads into the file.
  const failed = tests.nth(0).getByRole('list', { name: 'Failed tests' });
  await expect(failed.getByRole('listitem')).toHaveCount(1);
  const place = failed.getByRole('button');
  const [file, line] = (await place.innerText()).split(':') as [string, string];
  await place.click();
  await expect(page.locator('[data-editor-path]')).toHaveAttribute('data-editor-path', file);
  await expect(page.locator('.monaco-editor .active-line-number')).toHaveText(line);
  await expect(page.locator('[data-tool="edit_file"]')).toContainText('+  return Math.ceil(items.length / size);');

  // The same machine, by hand.
  await workspace.type('clear; git status --short; git log --oneline | cat; node --test > /dev/null; echo "tests: $?"');
  await expect(workspace.terminal).toContainText('Count the last page even when it is not full');
  await expect(workspace.terminal).toContainText('tests: 0', { timeout: 60_000 });

  await workspace.waitUntilSaved();
  const before = await download(page);
  git(before, 'fsck', '--strict');
  expect(git(before, 'status', '--porcelain')).toBe('');
  expect(git(before, 'log', '--format=%s').split('\n')[0]).toBe('Count the last page even when it is not full');
  expect(git(before, 'show', '--stat', '--format=', 'HEAD')).toContain('1 file changed, 1 insertion(+), 1 deletion(-)');
  expect(readFileSync(join(before, 'src/pages.js'), 'utf8')).toContain('Math.ceil(items.length / size)');

  await page.reload();
  await expect(workspace.entry('package.json')).toBeVisible({ timeout: 60_000 });
  await workspace.type('clear; git status --short; git log --oneline | cat; echo end-of-log');
  await expect(workspace.terminal).toContainText('Count the last page even when it is not full');
  const after = await download(page);
  git(after, 'fsck', '--strict');
  expect(git(after, 'status', '--porcelain')).toBe('');
  expect(git(after, 'rev-parse', 'HEAD')).toBe(git(before, 'rev-parse', 'HEAD'));
  for (const folder of [before, after]) rmSync(folder, { recursive: true });
});

test('a recording that does not fit the project any more says so and stops', { tag: '@soak' }, async ({ page }) => {
  test.setTimeout(180_000);
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type("sed -i 's/Math.floor/Math.ceil/' src/pages.js && echo changed");
  await expect(workspace.terminal).toContainText(/echo changed\s*changed/);
  await page.getByRole('button', { name: 'Play the recording' }).first().click();
  const end = page.locator('[data-run-end]');
  await expect(end).toBeVisible({ timeout: 120_000 });
  await expect(end).toHaveAttribute('data-run-end', 'recording_mismatch');
  await expect(page.locator('[data-tool="edit_file"]')).toHaveCount(0);
});
