/** Between a program's output and the screen: a program that prints faster than a screen can draw must not fill the page's memory, nor hold up what comes after it. */
import { textTail } from '../../shared/text-tail.ts';

/** Characters that wait to be drawn: more than the screen can be scrolled back. All of them are drawn before what a person's Ctrl+C leads to is seen. */
const MAX_WAITING = 1_000_000;

/**
 * Passes text on to `draw`, which calls back when the text is on the screen. Of what comes while too much waits the end is kept, because a prompt or a result is in it; the rest is left out, and its place is marked.
 * @returns the function to give all output to.
 */
export function floodGate(draw: (text: string, done: () => void) => void, max = MAX_WAITING): (text: string) => void {
  let waiting = 0;
  const later = textTail(max / 2);
  const pass = (text: string): void => {
    waiting += text.length;
    draw(text, () => {
      waiting -= text.length;
      // Not at the first free character: a mark for every few lines would itself be a flood.
      if (later.added === 0 || waiting > max / 2) return;
      const { text: end, left } = later.take();
      pass(left === 0 ? end : `\x1b[0m\r\n[${left} characters left out: the program prints faster than they can be drawn]\r\n${end}`);
    });
  };
  return (text) => {
    if (later.added > 0 || waiting > max) later.add(text);
    else pass(text);
  };
}
