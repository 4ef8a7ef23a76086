/** What a person sees of the tools that read and change files. */
import { expect, test } from 'playwright/test';
import { calls, says, sseServer, type SseServer } from '../support/sse-server.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

let service: SseServer | undefined;
test.afterEach(() => service?.close());

const call = (id: string, name: string, args: object): { id: string; name: string; arguments: string } => ({ id, name, arguments: JSON.stringify(args) });

/** Two by two pixels. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP4z8DAAMIM////ZwAAHu8E/KPItPcAAAAASUVORK5CYII=';

const PATCH = '--- a/src/pages.js\n+++ b/src/pages.js\n@@ -1,9 +1,9 @@\n-  return Math.floor(items.length / size);\n+  return Math.ceil(items.length / size);\n--- /dev/null\n+++ b/notes/new.md\n@@ -0,0 +1 @@\n+# New\n';

test('a picture on its card, and the diff of a patch of two files', async ({ page }) => {
  test.setTimeout(240_000);
  service = await sseServer([
    calls(call('a', 'run_command', { command: `node -e "require('fs').writeFileSync('dot.png', Buffer.from('${PNG}', 'base64'))"` })),
    calls(call('b', 'read_file', { path: 'dot.png' }), call('c', 'apply_patch', { patch: PATCH })),
    says('Done.'),
  ]);
  await new WorkspacePage(page).open();
  await page.getByRole('button', { name: 'Model and key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Model and key' });
  await dialog.getByLabel('Base address').fill(service.baseUrl);
  await dialog.getByLabel('Model', { exact: true }).fill('test-model');
  await dialog.getByLabel('Key', { exact: true }).fill('sk-test');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('textbox', { name: 'Task for the agent' }).fill('Look and patch.');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('[data-run-end]')).toHaveAttribute('data-run-end', 'done', { timeout: 120_000 });

  const read = page.locator('[data-tool=read_file]');
  await expect(read).toHaveAttribute('data-state', 'done');
  await read.locator('summary').first().click();
  const picture = read.getByRole('img', { name: 'dot.png' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth, image.naturalHeight])).toEqual([true, 2, 2]);

  const patch = page.locator('[data-tool=apply_patch]');
  await expect(patch).toHaveAttribute('data-state', 'done');
  await expect(patch).toContainText('src/pages.js');
  await expect(patch).toContainText('+# New');
  await expect(patch).toContainText('return Math.ceil(items.length / size);');
});
