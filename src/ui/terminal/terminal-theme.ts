import type { ITheme } from '@xterm/xterm';

const LIGHT: ITheme = {
  black: '#1b2421', red: '#ab2430', green: '#1c6b3a', yellow: '#7d5300', blue: '#1f5aa6', magenta: '#8a3285', cyan: '#0b6f60', white: '#4c5954',
  brightBlack: '#5d6a65', brightRed: '#c22f3c', brightGreen: '#22803f', brightYellow: '#8f6200', brightBlue: '#2a6dc4', brightMagenta: '#a03d9a', brightCyan: '#0d8070', brightWhite: '#1b2421',
};
const DARK: ITheme = {
  black: '#2a3330', red: '#ff9c98', green: '#7ad495', yellow: '#efc46a', blue: '#8ab8f5', magenta: '#dba3dc', cyan: '#5ccfb6', white: '#e4eae7',
  brightBlack: '#8b9a94', brightRed: '#ffb3b0', brightGreen: '#98e2ae', brightYellow: '#f5d58f', brightBlue: '#a8cbf9', brightMagenta: '#e8bde8', brightCyan: '#82dfca', brightWhite: '#ffffff',
};

/** The terminal's colours for the theme that the page shows now. */
export function terminalTheme(): ITheme {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const dark = document.documentElement.dataset.theme === 'dark';
  return {
    ...(dark ? DARK : LIGHT),
    background: token('--terminal-ground'), foreground: token('--ink'), cursor: token('--accent'), cursorAccent: token('--terminal-ground'),
    selectionBackground: dark ? '#2f5a50' : '#b9dcd3',
  };
}
