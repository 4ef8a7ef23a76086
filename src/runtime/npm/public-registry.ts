/** What belongs to the public registry, by the address under which npm and every lockfile know it: only that the kernel fetches by itself. */
export const ARCHIVE = /^https:\/\/registry\.npmjs\.org\/[^?#\s]+\.tgz$/;
export const DOCUMENT = /^https:\/\/registry\.npmjs\.org\/(@[^/]+(\/|%2f))?[^/@?]+$/i;
