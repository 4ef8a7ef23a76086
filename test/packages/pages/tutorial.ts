/** A lesson of TutorialKit on our engine: the package as published, with the client that it brings. */
declare global {
  var WEBCONTAINER_API_IFRAME_URL: string;
  interface Window { tutorial: typeof tutorial }
}
globalThis.WEBCONTAINER_API_IFRAME_URL = `http://sandbox.${location.host}`;
const { TutorialStore, safeBoot } = await import('@tutorialkit/runtime');

const store = new TutorialStore({ useAuth: false, webcontainer: safeBoot({ workdirName: 'tutorial' }), basePathname: '/' });

/** What xterm would be. */
class FakeScreen {
  text = '';
  readonly cols = 80;
  readonly rows = 15;
  private listener: (data: string) => void = () => {};
  reset(): void { this.text = ''; }
  write(data: string): void { this.text += data; }
  input(data: string): void { this.listener(data); }
  onData(listener: (data: string) => void): void { this.listener = listener; }
}

const screens = new Map<string, FakeScreen>();
const tutorial = {
  store,
  screens,
  begin(lesson: unknown): void {
    store.setLesson(lesson as never);
    for (const panel of store.terminalConfig.get().panels) {
      const screen = new FakeScreen();
      screens.set(panel.type, screen);
      store.attachTerminal(panel.id, screen);
    }
  },
};
window.tutorial = tutorial;
export {};
