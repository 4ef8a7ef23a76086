/** Where the layout is remembered. Storage that the browser refuses throws on mere access; the layout then starts fresh each time. */
export const layoutStorage: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // See above.
    }
  },
};
