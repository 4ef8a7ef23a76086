/** Where there is no room: in the sandbox's filesystem, and in the browser's storage. */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

test('a full disk is named by whoever writes, and the project is intact', { tag: '@soak' }, async ({ page }) => {
  // Two gigabytes are written.
  test.setTimeout(300_000);
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('echo before > kept.txt');
  await expect(workspace.entry('kept.txt')).toBeVisible();
  await workspace.waitUntilSaved();
  await workspace.type('clear; for i in 1 2 3 4 5 6; do head -c 500000000 /dev/zero > /tmp/fill$i || break; done; head -c 100000 /dev/zero > refused.bin; node -e "fs.writeFileSync(\'/tmp/n\', Buffer.alloc(1e5))" 2>&1 | grep ^Error; cat kept.txt');
  await expect(workspace.terminal).toContainText('No space left on device', { timeout: 90_000 });
  await expect(workspace.terminal).toContainText(/ENOSPC: no space left on device, write\s*before/, { timeout: 60_000 });
  await workspace.type('clear; rm /tmp/fill* refused.bin; echo after > kept2.txt; cat kept.txt kept2.txt');
  await expect(workspace.terminal).toContainText(/before\s*after/);
  await workspace.waitUntilSaved();
  await page.reload();
  await expect(workspace.entry('kept2.txt')).toBeVisible({ timeout: 60_000 });
  await workspace.type('clear; cat kept.txt kept2.txt');
  await expect(workspace.terminal).toContainText(/before\s*after/);
});

test('when the browser has no room left the page says that changes are no longer kept, offers them as a zip, and keeps them once there is room', { tag: '@soak' }, async ({ page, context, baseURL }) => {
  test.setTimeout(240_000);
  const session = await context.newCDPSession(page);
  const origin = new URL(baseURL!).origin;
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 8_000_000 });
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('echo before > kept.txt');
  await expect(workspace.entry('kept.txt')).toBeVisible();
  await workspace.waitUntilSaved();
  const fill = 'clear; head -c 20000000 /dev/urandom > /tmp/large && echo changed > kept.txt && mv /tmp/large large.bin';
  await workspace.type(fill);
  const banner = page.getByRole('alert').filter({ hasText: 'This browser has no room left for the project, so changes are no longer kept' });
  await expect(banner).toBeVisible();
  await expect(workspace.saved).toHaveText('Not saved: this browser has no room left');
  const [file] = await Promise.all([page.waitForEvent('download'), banner.getByRole('button', { name: 'Download the project' }).click()]);
  const zip = unzipSync(readFileSync((await file.path())!), { filter: ({ name }) => name === 'kept.txt' || name === 'large.bin' });
  expect([strFromU8(zip['kept.txt']!), zip['large.bin']!.length]).toEqual(['changed\n', 20_000_000]);

  // A page that comes now finds all that is smaller, and nothing of the one that has no room.
  await page.reload();
  await expect(workspace.entry('kept.txt')).toBeVisible({ timeout: 60_000 });
  await expect(workspace.entry('large.bin')).toHaveCount(0);
  await workspace.type('clear; cat kept.txt');
  await expect(workspace.terminal).toContainText('changed');
  const refused = async (): Promise<void> => {
    await workspace.type(fill);
    // Not before the file is there: something smaller may have been refused first.
    await expect(workspace.entry('large.bin')).toBeVisible();
    await expect(banner).toBeVisible();
  };

  // Deleted again, it stands in nobody's way.
  await refused();
  await workspace.type('clear; rm large.bin; echo small > small.txt');
  await expect(banner).toHaveCount(0);
  await workspace.waitUntilSaved();

  // One that was saved makes room for the next when it is deleted.
  await workspace.type('clear; head -c 5000000 /dev/urandom > /tmp/one && mv /tmp/one one.bin');
  await expect(workspace.entry('one.bin')).toBeVisible();
  await workspace.waitUntilSaved();
  await workspace.type('clear; head -c 5000000 /dev/urandom > /tmp/two && mv /tmp/two two.bin');
  await expect(banner).toBeVisible();
  await workspace.type('clear; rm one.bin');
  await expect(banner).toHaveCount(0);
  await workspace.waitUntilSaved();
  await page.reload();
  await expect(workspace.entry('two.bin')).toBeVisible({ timeout: 60_000 });
  await expect(workspace.entry('one.bin')).toHaveCount(0);
  await workspace.type('clear; rm two.bin; cat small.txt');
  await expect(workspace.terminal).toContainText('small');

  await refused();
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await banner.getByRole('button', { name: 'Try again' }).click();
  await workspace.waitUntilSaved();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(workspace.entry('large.bin')).toBeVisible({ timeout: 60_000 });
  await workspace.type('clear; cat kept.txt; wc -c large.bin');
  await expect(workspace.terminal).toContainText(/changed\s*20000000 large\.bin/);
});
