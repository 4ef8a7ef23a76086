/** Several projects in one browser: made, opened, renamed, duplicated, deleted and brought back. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

const dialogOf = (page: Page): Locator => page.getByRole('dialog');
const listed = (page: Page): Locator => page.getByRole('list', { name: 'Projects', exact: true }).locator('li');

async function openList(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Projects; open:/ }).click();
  await expect(dialogOf(page)).toBeVisible();
}

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('projects are made, renamed, duplicated, switched, deleted and restored', async ({ page }) => {
  // Five pages are started in it.
  test.slow();
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await expect(page).toHaveURL(/\?project=corner-shop$/);
  // By keyboard alone.
  await page.getByRole('button', { name: 'Projects; open: corner-shop' }).focus();
  await page.keyboard.press('Enter');
  await expect(listed(page)).toHaveText([/^corner-shop/]);
  await page.getByRole('button', { name: 'New project' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('My notes');
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('My notes · Tabloom', { timeout: 60_000 });
  await expect(workspace.files).toContainText('This project has no files yet.');

  await workspace.type('pwd; echo one > own.txt');
  await expect(workspace.terminal).toContainText('/home/my-notes');
  await expect(workspace.entry('own.txt')).toBeVisible();
  await workspace.type('git init -q; git config user.name A; git config user.email a@b; git add own.txt; git commit -qm "a first one"; clear; git log --oneline');
  const commit = /[0-9a-f]{7}( \(HEAD -> \w+\))? a first one/;
  await expect(workspace.terminal).toContainText(commit, { timeout: 60_000 });
  const [logged] = commit.exec(await workspace.terminal.innerText())!;
  await page.getByRole('button', { name: 'Work' }).click();
  await page.getByRole('button', { name: 'New bead' }).click();
  await page.getByLabel('Title').fill('Write it down');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('region', { name: 'Open, 1' })).toContainText('Write it down');
  await workspace.waitUntilSaved();

  await openList(page);
  await expect(listed(page)).toHaveText([/^My notesopen here/, /^corner-shop/]);
  await choose(page, 'My notes', 'Rename');
  await expect(page.getByLabel('New name of My notes')).toBeFocused();
  // Escape leaves the name as it is, and only the field.
  await page.keyboard.type('Never');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More for My notes' })).toBeFocused();
  await choose(page, 'My notes', 'Rename');
  await page.keyboard.type('Notes');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Notes · Tabloom');
  await choose(page, 'Notes', 'Duplicate');
  await expect(listed(page)).toHaveText([/^Notes \(copy\)/, /^Notesopen here/, /^corner-shop/]);
  await choose(page, 'corner-shop', 'Delete');
  await expect(listed(page)).toHaveText([/^Notes \(copy\)/, /^Notes/]);
  await expect(page.getByRole('list', { name: 'Deleted projects' })).toContainText('corner-shop');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(listed(page)).toHaveText([/^Notes \(copy\)/, /^Notes/, /^corner-shop/]);
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([]);

  // A copy is a project of its own.
  await listed(page).first().getByRole('button').first().click();
  await expect(page).toHaveTitle('Notes (copy) · Tabloom', { timeout: 60_000 });
  await expect(workspace.entry('own.txt')).toBeVisible();
  await workspace.type('clear; git status --short; git log --oneline');
  await expect(workspace.terminal).toContainText(logged, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Work' }).click();
  await expect(page.getByRole('region', { name: 'Open, 1' })).toContainText('Write it down');
  await workspace.type('clear; rm own.txt; pwd');
  await expect(workspace.terminal).toContainText('/home/my-notes');
  await expect(workspace.entry('own.txt')).toHaveCount(0);
  await workspace.waitUntilSaved();

  // The open project is deleted, and brought back where it stands.
  await openList(page);
  await choose(page, 'Notes (copy)', 'Delete');
  await page.keyboard.press('Escape');
  await expect(page.getByText('“Notes (copy)” was deleted.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This project cannot be opened' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Show all projects' }).click();
  await page.getByRole('list', { name: 'Projects', exact: true }).getByRole('button', { name: /^Notes/ }).click();
  await expect(page).toHaveTitle('Notes · Tabloom', { timeout: 60_000 });
  await expect(workspace.entry('own.txt')).toBeVisible();

  await openList(page);
  await page.getByRole('button', { name: 'Remove Notes (copy) for good' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Deleted projects' })).toHaveCount(0);
  await expect(listed(page)).toHaveText([/^Notes/, /^corner-shop/]);
});

test('an address without a project says so, and leads on', async ({ page }) => {
  await page.goto('/?project=nothing-here');
  await expect(page.getByText('There is no project at this address in this browser.')).toBeVisible({ timeout: 60_000 });
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Open the last one' }).click();
  await expect(new WorkspacePage(page).entry('package.json')).toBeVisible({ timeout: 60_000 });
});
