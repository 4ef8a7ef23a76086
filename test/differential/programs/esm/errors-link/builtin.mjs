import { nope } from 'node:fs';
