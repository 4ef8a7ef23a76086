import fs from 'fs'; export const viaImport = typeof require;
