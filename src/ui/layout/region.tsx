import type { ReactNode } from 'react';
import { regions, type RegionId } from './regions.ts';
import css from './layout.module.css';

/** A landmark that skip links and F6 lead to. */
export function Region({ id, hidden, children }: { id: RegionId; hidden?: boolean; children: ReactNode }) {
  const label = regions.find((region) => region.id === id)!.label;
  return <section id={`region-${id}`} aria-label={label} tabIndex={-1} hidden={hidden} className={css.region}>{children}</section>;
}
