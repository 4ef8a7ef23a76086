/**
 * Notes outside of the database that a project was saved in it. A browser that needs room drops databases as wholes and says nothing; without the note the page
 * would take a project that is gone for one that is new.
 */
const nameOf = (id: string): string => `tabloom-saved:${id}`;

export function markSaved(id: string): void {
  try {
    localStorage.setItem(nameOf(id), '1');
  } catch { /* refused: then nobody is told */ }
}

/** The project was removed on purpose. */
export function unmarkSaved(id: string): void {
  try {
    localStorage.removeItem(nameOf(id));
  } catch { /* it was never there */ }
}

export function wasSaved(id: string): boolean {
  try {
    return localStorage.getItem(nameOf(id)) !== null;
  } catch {
    return false;
  }
}
