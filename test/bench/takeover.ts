/** How long the other tab takes until it runs the project, when the tab that ran it is closed or crashes. */
import { openIde } from '../support/ide-browser.ts';
import { figureRow, median, type Row, under } from './rows.ts';

const ROUNDS = 5;

export async function takeoverRows(): Promise<Row[]> {
  const ide = await openIde(['--process-per-tab']);
  try {
    const rows: Row[] = [];
    for (const how of ['is closed', 'crashes'] as const) {
      const times: number[] = [], starts: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const context = await ide.browser.newContext();
        const [owner, other] = [await context.newPage(), await context.newPage()];
        const starting = performance.now();
        await ide.prompt(owner);
        starts.push(performance.now() - starting);
        await ide.prompt(other);
        await other.getByText('Runs in another tab').waitFor();
        // The page has nothing else to do by then, as when somebody works in it.
        await other.getByText('Saved', { exact: true }).waitFor();
        const session = how === 'crashes' ? await context.newCDPSession(owner) : undefined;
        const begun = performance.now();
        if (session) void session.send('Page.crash').catch(() => undefined);
        else await owner.close();
        await other.getByText('this tab took over').waitFor({ timeout: 60_000 });
        times.push(performance.now() - begun);
        await context.close();
      }
      const what = `the tab that runs the project ${how}, until another says that it runs it`;
      const worst = Math.max(...times);
      rows.push(
        figureRow(`${what} (median of ${ROUNDS}; a start of the page in the same run: ${median(starts).toFixed(0)} ms)`, `${median(times).toFixed(0)} ms`, under(median(times), 2000, 'ms')),
        // Whoever waits longest is promised the same.
        figureRow(`${what} (the slowest of ${ROUNDS})`, `${worst.toFixed(0)} ms`, under(worst, 2000, 'ms')),
      );
    }
    return rows;
  } finally {
    await ide.close();
  }
}
