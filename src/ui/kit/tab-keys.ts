/** Moves the focus among the tabs of a list as ARIA's tab pattern says. @returns whether the key was one of its keys. */
export function moveInTabs(list: HTMLElement, key: string): boolean {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key];
  if (to === undefined || tabs.length === 0) return false;
  tabs[(to + tabs.length) % tabs.length].focus();
  return true;
}
