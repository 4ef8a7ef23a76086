/** The bindings this sandbox implements, one line each. A binding that is not listed is its bare shape: constants, and functions that throw an error naming themselves. */
import type { Binding } from '../runtime.ts';

const list: Binding[] = [
];

export const bindings = new Map<string, Binding>(list.map((binding) => [binding.name, binding]));
