import { useId, type ReactNode } from 'react';
import css from './peers.module.css';

/** A part of the view, with a sentence or two that say what it is to somebody who sees it for the first time. */
export function Section({ title, count, about, children }: { title: string; count?: number; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.section}>
      <h2 id={id} className={css.title}>{title}{count !== undefined && count > 0 && <span className={css.count}>{count}</span>}</h2>
      <p className={css.about}>{about}</p>
      {children}
    </section>
  );
}

/** Nothing here yet, and how there would be something. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className={css.empty}>{children}</p>;
}
