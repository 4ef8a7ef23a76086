/** Entry of the page: starts the sandbox, then shows the page. */
import { compose } from './compose.ts';

const { app, begun } = compose();
const { show } = await begun.then(() => import('./page.tsx'));
show(app);
