/** Between a program's output and the screen: a program that prints faster than a screen can draw must not fill the page's memory. */

/** Characters that wait to be drawn: several seconds of drawing. xterm itself gives up, for good, at fifty million. */
const MAX_WAITING = 8_000_000;

/**
 * Passes text on to `draw`, which calls back when the text is on the screen. What comes while too much waits is left out, and its place is marked.
 * @returns the function to give all output to.
 */
export function floodGate(draw: (text: string, done: () => void) => void, max = MAX_WAITING): (text: string) => void {
  let waiting = 0;
  let left = 0;
  const pass = (text: string): void => {
    waiting += text.length;
    draw(text, () => {
      waiting -= text.length;
      // Not at the first free character: a mark for every few lines would itself be a flood.
      if (left === 0 || waiting > max / 2) return;
      const mark = `\x1b[0m\r\n[${left} characters left out: the program prints faster than they can be drawn]\r\n`;
      left = 0;
      pass(mark);
    });
  };
  return (text) => {
    if (left > 0 || waiting > max) left += text.length;
    else pass(text);
  };
}
