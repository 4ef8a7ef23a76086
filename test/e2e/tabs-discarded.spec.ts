/** A tab that the browser throws away to get its memory back, as it does with those in the background: its project goes on in another tab. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from 'playwright/test';
import { LAUNCH_ARGS } from '../support/find-browser.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

/** What the page `chrome://discards` has behind its buttons. */
interface Discards {
  getTabDiscardsInfo(): Promise<{ infos: { id: number; tabUrl: string; discardCount: number }[] }>;
  discardById(id: number, reason: number): Promise<unknown>;
}

/** The browser's own page for it, which is only there where pages for its developers are allowed. */
async function openDiscards(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('chrome://discards');
  return page;
}

const onFirst = (discards: Page, address: string, action: 'discardById' | 'count'): Promise<number> => discards.evaluate(async ({ address, action }) => {
  const { DetailsProvider } = await import('chrome://discards/discards.mojom-webui.js' as string) as { DetailsProvider: { getRemote(): Discards } };
  const provider = DetailsProvider.getRemote();
  const { infos } = await provider.getTabDiscardsInfo();
  // Numbers are given in the order of opening.
  const tab = infos.filter(({ tabUrl }) => tabUrl.startsWith(address)).sort((a, b) => a.id - b.id)[0]!;
  if (action === 'discardById') await provider.discardById(tab.id, 0);
  return infos.reduce((sum, { discardCount }) => sum + discardCount, 0);
}, { address, action });

test('a tab that the browser discards is followed by another', { tag: '@soak' }, async ({ baseURL }) => {
  const profile = mkdtempSync(join(tmpdir(), 'tabloom-discards-'));
  writeFileSync(join(profile, 'Local State'), JSON.stringify({ internal_only_uis_enabled: true }));
  const context = await chromium.launchPersistentContext(profile, { ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}), args: LAUNCH_ARGS, baseURL: baseURL!, viewport: { width: 1280, height: 720 } });
  try {
    const first = new WorkspacePage(await context.newPage());
    await first.open();
    await first.type('echo kept > kept.txt');
    const second = new WorkspacePage(await context.newPage());
    await second.open();
    await expect(second.entry('kept.txt')).toBeVisible();
    await second.waitUntilSaved();
    const discards = await openDiscards(context);
    const gone = first.page.waitForEvent('close');
    await onFirst(discards, baseURL!, 'discardById');
    await gone;
    await expect(second.page.getByText('this tab took over')).toBeVisible();
    await expect(second.entry('kept.txt')).toBeVisible();
    expect(await onFirst(discards, baseURL!, 'count')).toBe(1);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
