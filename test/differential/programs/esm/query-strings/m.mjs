export const n = {}, u = import.meta.url.split('/').pop();
