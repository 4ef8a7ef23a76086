export const shown = [import.meta.url, import.meta.filename, import.meta.dirname].map((text) => text.split('/').slice(-2).join('/')).join(' ');
