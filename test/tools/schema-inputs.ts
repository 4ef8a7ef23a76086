/** Random inputs for a JSON schema: right ones, and ones that are wrong in one place or everywhere. */
import fc from 'fast-check';
import type { Json } from '../../src/shared/json.ts';

type Schema = { [key: string]: Json | undefined };

const junk: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -1, 1.5, 1e21, '', '1', 'true', 'x', [], {}, [null], { a: 1 }), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

/** Inputs that are mostly right, with a field left out, added or spoiled now and then. */
export function inputsFor(schema: Schema): fc.Arbitrary<Json> {
  return fc.oneof({ weight: 6, arbitrary: valueFor(schema, 0.12) }, { weight: 3, arbitrary: valueFor(schema, 0) }, { weight: 1, arbitrary: junk });
}

function valueFor(schema: Schema, spoil: number): fc.Arbitrary<Json> {
  const right = rightFor(schema, spoil);
  return spoil === 0 ? right : fc.oneof({ weight: Math.round((1 - spoil) * 100), arbitrary: right }, { weight: Math.round(spoil * 100), arbitrary: junk });
}

function rightFor(schema: Schema, spoil: number): fc.Arbitrary<Json> {
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (options) return fc.oneof(...options.map((option) => valueFor(option, spoil)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as Json[]));
  switch (schema.type) {
    case 'object': return objectFor(schema, spoil);
    case 'array': {
      const least = Number(schema.minItems ?? 0);
      return fc.array(valueFor((schema.items ?? {}) as Schema, spoil), { minLength: least, maxLength: Math.max(least, Math.min(3, Number(schema.maxItems ?? 3))) });
    }
    case 'string': return stringFor(schema);
    case 'integer': return fc.integer({ min: Math.max(-1e9, Number(schema.minimum ?? -1e9)), max: Math.min(1e9, Number(schema.maximum ?? 1e9)) });
    case 'number': return fc.double({ min: Number(schema.minimum ?? -1e9), max: Number(schema.maximum ?? 1e9), noNaN: true });
    case 'boolean': return fc.boolean();
    case 'null': return fc.constant(null);
    default: return junk;
  }
}

function stringFor(schema: Schema): fc.Arbitrary<string> {
  const [minLength, maxLength] = [Number(schema.minLength ?? 0), Number(schema.maxLength ?? 20)];
  const words = ['a', 'src/a.ts', '.', '*', 'TODO', '30s', 'file:///a', 'lock://a/b', 'x'.repeat(minLength)];
  return fc.oneof(fc.constantFrom(...words), fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 20)) }));
}

function objectFor(schema: Schema, spoil: number): fc.Arbitrary<Json> {
  if (typeof schema.additionalProperties === 'object') return fc.dictionary(fc.string({ maxLength: 5 }), valueFor(schema.additionalProperties as Schema, spoil), { maxKeys: 2 }) as fc.Arbitrary<Json>;
  const fields = Object.fromEntries(Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, one]) => [name, valueFor(one, spoil)]));
  const whole = fc.record(fields, { requiredKeys: [...((schema.required ?? []) as string[])] }) as fc.Arbitrary<Record<string, Json>>;
  if (spoil === 0) return whole;
  const some = fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Record<string, Json>> });
  const extra = fc.option(fc.tuple(fc.constantFrom('extra', 'Path', 'type', 'toString'), junk), { freq: 6 });
  return fc.tuple(some, extra).map(([object, more]) => ({ ...object, ...(more ? { [more[0]]: more[1] } : {}) }));
}
