/** A program that fills the memory takes the sandbox's renderer with it, and nothing else: the page says so, names the program, and starts the sandbox again. */
import { expect, test, type CDPSession } from 'playwright/test';
import { LAUNCH_ARGS } from '../support/find-browser.ts';
import { WorkspacePage } from '../support/workspace-page.ts';

// A smaller heap dies of the same error sooner, and leaves the machine its memory.
test.use({ launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: [...LAUNCH_ARGS, '--js-flags=--max-old-space-size=800'] } });

/** Playwright takes a page for crashed when one of its frames did, and refuses to look at it; the browser does not. */
class SurvivingPage {
  private readonly session: CDPSession;
  constructor(session: CDPSession) {
    this.session = session;
  }

  async ask<T>(expression: string): Promise<T> {
    const { result } = await this.session.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value as T;
  }

  text(selector: string): Promise<string> {
    return this.ask(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((found) => found.textContent).join('\\n')`);
  }

  async type(text: string): Promise<void> {
    await this.ask(`document.querySelector('#terminal-panel .xterm textarea').focus()`);
    await this.session.send('Input.insertText', { text });
    for (const type of ['keyDown', 'keyUp'] as const) await this.session.send('Input.dispatchKeyEvent', { type, key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: type === 'keyDown' ? '\r' : undefined });
  }
}

test('a program that allocates until it dies ends the sandbox, not the page, and the project is intact', { tag: '@soak' }, async ({ page, context }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('echo before > kept.txt');
  await expect(workspace.entry('kept.txt')).toBeVisible();
  await workspace.waitUntilSaved();
  const survivor = new SurvivingPage(await context.newCDPSession(page));
  const crash = page.waitForEvent('crash', { timeout: 60_000 });
  await workspace.type('node -e "const all = []; for (;;) all.push(new Array(1e5).fill(1.5));"');
  await crash;

  const alert = (): Promise<string> => survivor.text('[role="alert"]');
  await expect.poll(alert, { timeout: 60_000 }).toContain('The sandbox no longer answers. Most likely it ran out of memory while node -e const all = []; for (;;) all.push(new Array(1e5).fill(1.5)); was running.');
  await survivor.ask(`[...document.querySelectorAll('[role="alert"] button')].find((button) => button.textContent === 'Restart the sandbox').click()`);

  await expect.poll(() => survivor.text('[role="treeitem"]'), { timeout: 60_000 }).toContain('kept.txt');
  expect(await alert()).toBe('');
  // Behind what was restored: an earlier prompt would take no keys.
  await expect.poll(() => survivor.text('#terminal-panel .xterm-rows'), { timeout: 30_000 }).toMatch(/have ended\.[^]*\$/);
  await survivor.type('cat kept.txt; node -p "6 * 7"; git status --short');
  await expect.poll(() => survivor.text('#terminal-panel .xterm-rows'), { timeout: 30_000 }).toMatch(/before\s*42\s*\?\? kept\.txt/);
});
