/** The list of processes: what spins shows, and is ended by keyboard alone. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

test('a program that spins is found in the list of processes and ended there', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('node -e "process.on(\'SIGTERM\', () => {}); for (;;);"; echo "status $?"');
  await page.getByRole('button', { name: 'Processes' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Processes' });
  const row = dialog.getByRole('row').filter({ hasText: 'for (;;);' });
  await expect(row).toBeVisible({ timeout: 30_000 });
  // The kernel counts what it computes without a call.
  await expect(row.getByRole('cell').nth(2)).toHaveText(/^[1-9]\d*\.\d s$/, { timeout: 30_000 });
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
  // It handles SIGTERM, but never gets to: the second time it is not asked.
  await row.getByRole('button', { name: /^End \d+$/ }).focus();
  await page.keyboard.press('Enter');
  await row.getByRole('button', { name: /^Kill \d+$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0, { timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(workspace.terminal).toContainText('status 137');
});

// The browser measures when it likes, which takes a minute and more.
test('the list says how much memory a program holds', { tag: '@soak' }, async ({ page }) => {
  test.setTimeout(240_000);
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('node -e "globalThis.keep = Array.from({ length: 1 << 20 }, () => new Array(8).fill(0.5)); setInterval(() => {}, 1000)"');
  await page.getByRole('button', { name: 'Processes' }).click();
  const row = page.getByRole('dialog', { name: 'Processes' }).getByRole('row').filter({ hasText: 'globalThis.keep' });
  await expect(row).toBeVisible({ timeout: 30_000 });
  // The browser measures when it has time; before that there is a dash.
  await expect(row.getByRole('cell').nth(3)).toHaveText(/^([6-9]\d|\d{3})\.\d MB$/, { timeout: 150_000 });
});
