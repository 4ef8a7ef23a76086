/** Moves the focus among the tabs of a list as ARIA's tab pattern says. @returns whether the key was one of its keys. */
export function moveInTabs(list: HTMLElement, key: string): boolean {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key];
  if (to === undefined || tabs.length === 0) return false;
  tabs[(to + tabs.length) % tabs.length].focus();
  return true;
}

/** For a key that closes a tab, called with it: the focus would be gone with the tab, and goes to the one that is shown then. */
export function keepFocusInTabs(list: HTMLElement): void {
  const region = list.closest('section');
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    (region?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]') ?? region)?.focus();
  });
}
