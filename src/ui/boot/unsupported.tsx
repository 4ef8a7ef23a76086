import { TriangleAlert } from 'lucide-react';
import type { MissingFeature } from './browser-check.ts';
import css from './boot.module.css';

/** For browsers that cannot: what is missing, why it is needed, and what to do. */
export function Unsupported({ missing }: { missing: readonly MissingFeature[] }) {
  return (
    <main className={css.screen}>
      <div className={css.box}>
        <div className={css.brand}><img src="/icon.svg" alt="" width={36} height={36} /><h1>Tabloom</h1></div>
        <h2 className={css.subtitle}><TriangleAlert size={17} aria-hidden /> This browser cannot run Tabloom here</h2>
        <p className={css.text}>{missing.length === 1 ? 'One thing is missing:' : `${missing.length} things are missing:`}</p>
        <ul className={css.missing}>
          {missing.map(({ name, why, remedy }) => <li key={name}><strong>{name}</strong><p>{why}</p><p>{remedy}</p></li>)}
        </ul>
      </div>
    </main>
  );
}
