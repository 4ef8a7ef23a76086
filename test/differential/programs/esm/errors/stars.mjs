export * from './good.mjs'; export * from './good2.mjs';
