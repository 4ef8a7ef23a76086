/** What a person can do when the browser's storage does not answer (`storage.held`): nobody else can end the tab that holds it up. */
export const HELD = 'This browser’s storage does not answer yet. Mostly that is because another tab of this page was stopped in the middle of saving: close that tab, or let it go on, and this one goes on by itself. Nothing that was saved is lost.';
