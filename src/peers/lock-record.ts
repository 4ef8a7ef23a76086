export type { Lease, LockHolder } from './lease-table.ts';
