/** Entry of the page: starts the sandbox, then shows the page. */
import { compose } from './compose.ts';

const { app, begun } = compose();
// Not awaited: with a top-level await anywhere the bundler merges no shared scripts, and the start asks for three times as many files.
void begun.then(() => import('./page.tsx')).then(({ show }) => show(app));
