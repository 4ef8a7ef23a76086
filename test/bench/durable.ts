/** The durable copy in the browser's storage on disk: from a change to the disk, many files at once, and the load at a start. */
import { openDurableBrowser } from '../support/durable-browser.ts';
import { figureRow, type Row } from './rows.ts';

const SAVES = 60;

export async function durableRows(): Promise<Row[]> {
  const browser = await openDurableBrowser();
  try {
    const times: number[] = [];
    const page = await browser.open(({ ms }) => { times.push(ms); });
    await page.evaluate(() => window.durablePage.open('bench-saves'));
    await page.evaluate((saves) => window.durablePage.type('typed', saves), SAVES);
    times.sort((a, b) => a - b);
    await page.close();
    const quiet = await browser.open();
    const small = await quiet.evaluate(() => window.durablePage.bench('bench-small', 1000));
    const large = await quiet.evaluate(() => window.durablePage.bench('bench-large', 10_000));
    const ms = (value: number): string => `${value.toFixed(0)} ms`;
    return [
      figureRow(`a file written in the sandbox to its being on disk (median of ${SAVES}; 250 ms of it gather changes)`, ms(times[SAVES >> 1]!)),
      figureRow('the same, slowest', ms(times[SAVES - 1]!)),
      figureRow('durable copy: 1,000 new files, to disk', ms(small.commit)),
      figureRow('durable copy: one changed file of 10,000, to disk (median of 100)', ms(large.saves.sort((a, b) => a - b)[50]!)),
      figureRow('durable copy: load of 10,000 files', ms(large.load)),
    ];
  } finally {
    await browser.close();
  }
}
