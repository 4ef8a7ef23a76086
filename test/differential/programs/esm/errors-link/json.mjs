import { a } from './d.json' with { type: 'json' };
