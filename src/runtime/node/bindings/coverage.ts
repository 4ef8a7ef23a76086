/** What counts which text ran (`coverage/`). Not a binding of Node's: it comes with the rare ones because most processes measure nothing. */
import { planCoverage } from '../coverage/plan.ts';
import { report } from '../coverage/report.ts';
import { CoverageConnection } from '../coverage/session.ts';
import type { Binding } from '../runtime.ts';

export const coverage: Binding = {
  name: 'coverage',
  create: () => ({ planCoverage, report, CoverageConnection }),
};
