/** Lines of the page's console on their way to the app: some at a time, so that a page that writes in a loop keeps only itself busy. */
import type { ConsoleLine } from '../messages.ts';
import { announce } from './announce.ts';

const EVERY_MS = 50;
/** Lines of one message. */
const MAX_LINES = 100;

let lines: ConsoleLine[] = [];
let dropped = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export function announceLine(line: ConsoleLine): void {
  if (parent === window) return;
  if (lines.length < MAX_LINES) lines.push(line);
  else dropped++;
  timer ??= setTimeout(() => {
    announce({ news: 'console', lines, dropped });
    lines = [];
    dropped = 0;
    timer = undefined;
  }, EVERY_MS);
}
