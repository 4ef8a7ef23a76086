/** Source control as a person uses it: hunks are staged one by one, committed, amended, thrown away and gone back from. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from 'playwright/test';
import { WorkspacePage } from '../support/workspace-page.ts';

const violations = async (page: Page): Promise<unknown[]> => (await new AxeBuilder({ page }).include('#region-work').analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);

// Many processes in the sandbox, one after the other.
test.setTimeout(300_000);

test('changes are staged by hunk, committed, amended, discarded and reset', async ({ page }) => {
  const workspace = new WorkspacePage(page);
  await workspace.open();
  await workspace.type('for i in $(seq 1 40); do echo "line $i"; done > long.txt; git add . && git commit -qm "A long file"; sed -i -e "s/^line 3$/three/" -e "s/^line 30$/thirty/" long.txt; echo new > new.txt; git status -s');
  await expect(workspace.terminal).toContainText('?? new.txt', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Source control' }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('tabpanel', { name: 'Source control' });
  const changes = panel.getByRole('region', { name: 'Changes' });
  const staged = panel.getByRole('region', { name: 'Staged' });
  const said = panel.getByRole('status', { name: 'Source control' });
  await expect(changes.getByRole('button', { name: /^long\.txt.*modified.*\+2 −2/ })).toBeVisible({ timeout: 60_000 });

  // By keyboard alone: the file, its second hunk, and the commit.
  await changes.getByRole('button', { name: /^long\.txt/ }).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('region', { name: 'Hunk 2 of 2' })).toContainText('+thirty');
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('region', { name: 'Hunk 2 of 2' }).getByRole('button', { name: 'Stage hunk' }).focus();
  await page.keyboard.press('Enter');
  await expect(staged.getByRole('button', { name: /^long\.txt.*\+1 −1/ })).toBeVisible({ timeout: 60_000 });
  await expect(panel.getByRole('region', { name: 'Hunk 1 of 1' })).toContainText('+three');
  await panel.getByRole('textbox', { name: 'Commit message' }).focus();
  await page.keyboard.type('Thirty');
  await page.keyboard.press('Control+Enter');
  await expect(said).toContainText('Committed [main', { timeout: 60_000 });
  await workspace.type('git show --stat --format=%s; git diff --numstat');
  await expect(workspace.terminal).toContainText('Thirty');
  await expect(workspace.terminal).toContainText('1 file changed, 1 insertion(+), 1 deletion(-)');

  // The file that is new is staged as a whole, and joins the last commit.
  await changes.getByRole('button', { name: 'Stage new.txt' }).click();
  await expect(staged.getByRole('button', { name: /^new\.txt.*added/ })).toBeVisible({ timeout: 60_000 });
  await panel.getByRole('checkbox', { name: 'Amend the last commit' }).check();
  await expect(panel.getByRole('textbox', { name: 'Commit message' })).toHaveValue('Thirty', { timeout: 60_000 });
  await panel.getByRole('button', { name: 'Amend', exact: true }).click();
  await expect(staged).toContainText('Nothing is staged.', { timeout: 60_000 });
  await panel.getByRole('region', { name: 'History' }).getByRole('button', { name: /^Thirty/ }).click();
  await expect(panel.getByRole('group', { name: /^Commit / })).toContainText('new.txt', { timeout: 60_000 });

  // What is thrown away is asked for, with the safe answer first.
  await changes.getByRole('button', { name: 'Discard the changes of long.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard the changes of long.txt?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(changes).toContainText('No changes that are not staged.', { timeout: 60_000 });

  await panel.getByRole('region', { name: 'History' }).getByRole('button', { name: /^A long file/ }).click();
  await panel.getByRole('button', { name: 'Reset to this commit…' }).click();
  await page.getByRole('dialog', { name: /^Reset to / }).getByRole('button', { name: 'Reset' }).click();
  await expect(panel.getByRole('region', { name: 'History' }).getByRole('button', { name: /^Thirty/ })).toHaveCount(0, { timeout: 60_000 });
  await workspace.type('clear; git status -s; ls; tail -1 long.txt');
  await expect(workspace.terminal).toContainText('line 40');
  await expect(workspace.terminal).not.toContainText('new.txt');
  expect(await violations(page)).toEqual([]);
});
