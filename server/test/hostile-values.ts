import fc from 'fast-check'
import { z } from 'zod'

const texts = [
  '',
  ' ',
  '\0',
  'before\0after',
  '\ud800',
  '\u202Eright to left',
  'ﷺ'.repeat(500),
  'x'.repeat(50_000),
  '9'.repeat(400),
  '-1',
  '1e309',
  'NaN',
  '0x1F',
  'null',
  'undefined',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%c0%ae%c0%ae/',
  "' or 1=1; drop table users; --",
  '\\',
  '%',
  '_',
  '<script>alert(1)</script>',
  `\${7*7}{{7*7}}`,
  'a@b.c\r\nBcc: everybody@example.com',
  '__proto__',
  'constructor',
  'toString',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
]

/** An object with a key that would reach the prototype of a careless receiver. */
const poisoned = () => JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}')

const deep = (levels: number): unknown => {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const values = [
  null,
  true,
  false,
  -0,
  0.1,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  [],
  [[]],
  {},
  { $ne: null },
  { length: -1 },
  { toString: 'not a function' },
  Array.from({ length: 2000 }, (_, n) => n),
  deep(500),
]

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; enum?: unknown[] }

/** Hostile values; `plausible` holds acceptable ones by field. */
export function hostileValues(plausible: Record<string, unknown>) {
  const text = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 40 }))
  const anything: fc.Arbitrary<unknown> = fc.oneof(
    text,
    fc.constantFrom(...Object.values(plausible)),
    fc.constantFrom(...values),
    fc.constant(0).map(poisoned),
    fc.jsonValue({ maxDepth: 3 }),
  )

  function like(schema: Schema): fc.Arbitrary<unknown> {
    const { properties, items, anyOf } = schema
    if (schema.enum) return fc.oneof(fc.constantFrom(...schema.enum), anything)
    if (properties) return mostly(record(properties), anything)
    if (items) return mostly(fc.array(like(items), { maxLength: 3 }), anything)
    if (anyOf) return fc.oneof(...anyOf.map(like), anything)
    if (schema.type === 'number' || schema.type === 'integer') return fc.oneof(fc.double(), fc.integer(), anything)
    return anything
  }

  /** Objects with missing and unexpected keys. */
  function record(properties: Record<string, Schema>): fc.Arbitrary<unknown> {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([key, schema]) => [
        key,
        key in plausible ? mostly(fc.constant(plausible[key]), like(schema)) : like(schema),
      ]),
    )
    const extra = fc.oneof(
      fc.constant({ role: 'admin', isAdmin: true, status: false, _id: '0'.repeat(24) }),
      fc.constant(0).map(poisoned),
      fc.dictionary(fc.constantFrom(...texts.slice(0, 20)), anything, { maxKeys: 3 }),
    )
    const asked = mostly(fc.record(fields), fc.record(fields, { requiredKeys: [] }))
    return fc.tuple(asked, mostly(fc.constant({}), extra)).map(([asked, added]) => ({ ...added, ...asked }))
  }

  return {
    text,
    like: (schema: unknown) => (schema instanceof z.ZodType ? like(jsonSchemaOf(schema)) : anything),
    keysOf: (schema: unknown) =>
      schema instanceof z.ZodType ? Object.keys(jsonSchemaOf(schema).properties ?? {}) : [],
  }
}

const mostly = (usual: fc.Arbitrary<unknown>, rare: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare }) as fc.Arbitrary<object>

const jsonSchemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
