/** The page as a person uses it: names what is on it, so that the specs read as what is done. */
import { expect, type Locator, type Page } from 'playwright/test';

export class WorkspacePage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the page and waits until the project is there and can be worked on. */
  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await expect(this.files).toBeVisible({ timeout: 60_000 });
    await expect(this.entry('package.json')).toBeVisible();
  }

  get files(): Locator {
    return this.page.getByRole('tree', { name: 'Project files' });
  }

  entry(name: string): Locator {
    return this.files.getByRole('treeitem', { name, exact: true });
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tablist', { name: 'Open files' }).getByRole('tab', { name });
  }

  /** The editor's lines as they are drawn; Monaco separates words by no-break spaces. */
  get editorText(): Locator {
    return this.page.locator('.monaco-editor .view-lines').first();
  }

  async focusEditor(): Promise<void> {
    await expect(this.editorText).toBeVisible();
    await this.editorText.click();
  }

  /** Gives the editor the focus and leaves its cursor where it is. */
  async focusEditorByKeys(): Promise<void> {
    await expect(this.editorText).toBeVisible();
    await this.page.locator('.monaco-editor textarea, .monaco-editor [role=textbox]').first().focus();
  }

  /** Text of the terminal that is shown. */
  get terminal(): Locator {
    return this.page.locator('#terminal-panel .xterm-rows:visible');
  }

  /** Types a command line into the terminal, as soon as its shell has shown a prompt. */
  async type(command: string): Promise<void> {
    await expect(this.terminal).toContainText('$');
    await this.page.locator('#terminal-panel .xterm:visible').click();
    await this.page.keyboard.type(`${command}\n`);
  }

  get saved(): Locator {
    return this.page.locator('[data-save]');
  }

  /** Everything is on disk. */
  async waitUntilSaved(): Promise<void> {
    await expect(this.saved).toHaveAttribute('data-save', 'saved');
  }
}
