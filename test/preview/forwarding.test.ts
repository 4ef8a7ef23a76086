/** Which faults of a previewed page the embedder hears of: `forwardPreviewErrors` of `boot`. */
import { expect, it } from 'vitest';
import { openStage } from './stage.ts';

const SERVER = `require('http').createServer((q, s) => {
  s.setHeader('content-type', 'text/html');
  s.end('<!doctype html><title>p</title><script>console.error("from console"); Promise.reject(new Error("nobody caught")); throw new TypeError("broken at start");</script>');
}).listen(3201);`;

/** The faults of a page, once `count` of them have come and later work of the same page and sandbox is done. */
async function faults(forwardPreviewErrors: boolean | 'exceptions-only' | undefined, count: number): Promise<string[]> {
  const stage = await openStage(forwardPreviewErrors === undefined ? {} : { forwardPreviewErrors });
  try {
    await stage.sandbox.page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      window.harness.container.on('preview-message', ({ type }) => heard.push(type));
    });
    const heard = (): Promise<string[]> => stage.sandbox.page.evaluate(() => [...(window as unknown as { heard: string[] }).heard].sort());
    const url = await stage.serve(3201, SERVER);
    // Three loads: what one of them told late is there when the next ones have told.
    for (let loads = 1; loads <= 3; loads++) {
      const frame = await stage.show(url);
      await expect.poll(async () => (await heard()).length).toBeGreaterThanOrEqual(count * loads);
      await frame.evaluate(() => fetch('/').then((answer) => answer.text()));
      expect((await stage.sandbox.run('node', ['-p', '6 * 7'])).output.trim()).toBe('42');
    }
    return await heard();
  } finally {
    await stage.sandbox.close();
  }
}

const three = (...types: string[]): string[] => types.flatMap((type) => [type, type, type]).sort();

it('all of them with true', async () => {
  expect(await faults(true, 3)).toEqual(three('PREVIEW_CONSOLE_ERROR', 'PREVIEW_UNCAUGHT_EXCEPTION', 'PREVIEW_UNHANDLED_REJECTION'));
});

it("exceptions and rejections with 'exceptions-only'", async () => {
  expect(await faults('exceptions-only', 2)).toEqual(three('PREVIEW_UNCAUGHT_EXCEPTION', 'PREVIEW_UNHANDLED_REJECTION'));
});

it('none without it', async () => {
  expect(await faults(undefined, 0)).toEqual([]);
  expect(await faults(false, 0)).toEqual([]);
});
