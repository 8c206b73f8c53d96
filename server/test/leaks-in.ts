import { storable } from '@mela/contract'
import { z } from 'zod'

const BROKEN = ['\0', '\ud800', '\u202e', '\u2066']
/** Texts for every minimum and maximum length, and digits for digit-only fields. */
const FILLINGS = ['', 'a', 'word '.repeat(4), 'word '.repeat(12), '1234567890'.slice(0, 9)]
const broken = BROKEN.flatMap(character => FILLINGS.map(filling => `${filling}${character}${filling}`))

/** The paths of fields whose schema accepts a text that is not kept as it is. */
export function leaksIn(schema: unknown, path = ''): string[] {
  if (!(schema instanceof z.ZodType)) return []
  return [...(lets(schema) ? [path] : []), ...leaksInside(schema, path)]
}

function leaksInside(schema: z.core.$ZodType, path: string): string[] {
  const into = (inner: z.core.$ZodType) => leaksInside(inner, path)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => leaksIn(inner, `${path}.${key}`))
  if (schema instanceof z.ZodArray) return leaksIn(schema.element, `${path}[]`)
  if (schema instanceof z.ZodRecord)
    return [schema.keyType, schema.valueType].flatMap(part => leaksIn(part, `${path}{}`))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(into)
  if (schema instanceof z.ZodPipe) return [...into(schema.in), ...into(schema.out)]
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType }
  if (innerType) return into(innerType)
  return []
}

function lets(schema: z.ZodType): boolean {
  return broken.some(text => {
    const read = schema.safeParse(text)
    return read.success && typeof read.data === 'string' && read.data !== storable(read.data)
  })
}
