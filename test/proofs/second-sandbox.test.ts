/** Second proof: a further sandbox in a hidden frame of the app's own origin, a copy of the project in it, and both at work. */
import type { Frame, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, openStage, rendererMegabytes, type Stage } from './stage.ts';

describe('a second sandbox beside the first', () => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await openStage({ scripts: { 'project.js': 'test/proofs/pages/project-page.ts' } });
    page = await (await stage.browser.newContext()).newPage();
    await openPage(page, stage.server.appUrl, 'project');
    await page.evaluate(async () => {
      await window.project.boot();
      await window.project.mkdir('.git/objects');
      await window.project.mkdir('src');
      await window.project.writeBytes('.git/objects/pack', [0, 255, 128, 10, 13]);
      await window.project.writeBytes('src/main.js', [...new TextEncoder().encode('console.log("grüß", require("fs").readFileSync(".git/objects/pack").length)')]);
    });
  });
  afterAll(() => stage?.close());

  const runner = (): Frame => page.frames().find((frame) => frame.url() === `${stage.server.appUrl}project.html`)!;
  const main = (where: Page | Frame): Promise<{ output: string; exit: number }> => where.evaluate(() => window.project.call('run', 'node', ['src/main.js']));
  const EXPECTED = { output: 'grüß 5\r\n', exit: 0 };

  it('gets a copy of the project, and both run it apart', async () => {
    const before = await rendererMegabytes(stage.browser);
    const started = performance.now();
    await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.hidden = true;
      frame.src = '/project.html';
      document.body.append(frame);
    });
    await expect.poll(() => runner()?.evaluate(() => 'project' in window), { timeout: 30_000 }).toBe(true);
    await runner().evaluate(() => window.project.boot());
    const booted = performance.now();
    await page.evaluate(async () => {
      const frame = document.querySelector('iframe[hidden]') as HTMLIFrameElement;
      await frame.contentWindow!.project.mount(await window.project.copy());
    });
    const copied = performance.now();
    expect(await Promise.all([main(page), main(runner())])).toEqual([EXPECTED, EXPECTED]);
    expect(await runner().evaluate(() => window.project.readBytes('.git/objects/pack'))).toEqual([0, 255, 128, 10, 13]);
    const after = await rendererMegabytes(stage.browser);
    console.log(`second sandbox: booted in ${(booted - started).toFixed(0)} ms, project copied in ${(copied - booted).toFixed(0)} ms, renderers ${before} MB before and ${after} MB after`);
  });

  it('shares nothing with it afterwards, and outlives it', async () => {
    await runner().evaluate(() => window.project.call('run', 'sh', ['-c', 'echo changed > src/main.js']));
    expect(await main(page)).toEqual(EXPECTED);
    await runner().evaluate(() => window.project.teardown());
    expect(await main(page)).toEqual(EXPECTED);
  });
});
