/** Third proof: a second tab works in the first one's sandbox, and takes over with the durable copy when the first is gone. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, openStage, type Stage } from './stage.ts';

describe('a second tab on one project', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ scripts: { 'project.js': 'test/proofs/pages/project-page.ts' } });
  });
  afterAll(() => stage?.close());

  async function tab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await openPage(page, stage.server.appUrl, 'project');
    await page.evaluate(() => window.project.open());
    return page;
  }

  it.each(['closes', 'crashes'])('attaches, and takes over when the first tab %s', async (end) => {
    const context = await stage.browser.newContext();
    const first = await tab(context);
    await first.evaluate(() => window.project.owner());
    const second = await tab(context);

    expect(await second.evaluate(() => window.project.owns())).toBe(false);
    await second.evaluate(() => window.project.call('writeFile', 'note.txt', 'written by the second tab'));
    expect(await first.evaluate(() => window.project.call('readFile', 'note.txt'))).toBe('written by the second tab');
    expect(await second.evaluate(() => window.project.call('run', 'sh', ['-c', 'cat note.txt; exit 3']))).toEqual({ output: 'written by the second tab', exit: 3 });
    expect(await second.evaluate(() => window.project.call('readdir', '.'))).toEqual(['note.txt']);
    expect(await second.evaluate(() => window.project.call('readFile', 'missing').catch((error: Error) => error.message))).toContain('ENOENT');

    const gone = performance.now();
    if (end === 'closes') await first.close();
    else {
      const session = await context.newCDPSession(first);
      // The renderer dies before it can answer.
      void session.send('Page.crash').catch(() => undefined);
      await first.waitForEvent('crash');
    }
    await second.evaluate(() => window.project.owner());
    const ran = await second.evaluate(() => window.project.call('run', 'node', ['-p', 'require("fs").readFileSync("note.txt", "utf8")']));
    console.log(`second tab: has the project and has run a program ${(performance.now() - gone).toFixed(0)} ms after the first ${end}`);
    expect(await second.evaluate(() => window.project.owns())).toBe(true);
    expect(ran).toEqual({ output: 'written by the second tab\r\n', exit: 0 });
    await context.close();
  });
});
