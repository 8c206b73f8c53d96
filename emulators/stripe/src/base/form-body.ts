import { z } from 'zod'
import { type ApiError, invalidRequest } from './errors.ts'

type Fields = { [name: string]: string | Fields }

/** Reads Stripe's form: `a[b][0]=c` is a field in a list in a field. */
export function parseForm<Shape extends z.ZodType>(shape: Shape, form: URLSearchParams): z.output<Shape> {
  const { error, data } = shape.safeParse(listsOf(fieldsOf(form)), { reportInput: true })
  if (error) throw refusalOf(error)
  return data
}

function fieldsOf(form: URLSearchParams): Fields {
  const all: Fields = Object.create(null)
  for (const [name, value] of form) {
    const path = name.split(/\]?\[|\]$/).filter((part, at) => part !== '' || at === 0)
    let inside = all
    for (const part of path.slice(0, -1)) {
      const next = inside[part]
      const fields: Fields = typeof next === 'object' ? next : Object.create(null)
      inside[part] = fields
      inside = fields
    }
    inside[path.at(-1) ?? ''] = value
  }
  return all
}

/** Fields that are counted from 0 are a list. */
function listsOf(fields: Fields): unknown {
  const entries = Object.entries(fields).map(
    ([name, value]) => [name, typeof value === 'string' ? value : listsOf(value)] as const,
  )
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

export const integerText = (min = 0, max = 999_999_999_999) =>
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))

/** Texts are not empty: to Stripe that unsets a field, which a new object does not have. */
export const filled = (max = 5_000) => z.string().min(1).max(max)

export const metadata = z
  .record(z.string().max(40), filled(500))
  .refine(all => Object.keys(all).length <= 50, 'You can specify up to 50 keys.')
  .default({})

function refusalOf({ issues: [issue] }: z.ZodError): ApiError {
  const path = issue?.path ?? []
  const param = (more: string[] = []) =>
    [...path, ...more].map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join('')
  if (issue?.code === 'unrecognized_keys')
    return invalidRequest(`Received unknown parameter: ${param(issue.keys)}`, 'parameter_unknown', param(issue.keys))
  if (issue?.input === undefined)
    return invalidRequest(`Missing required param: ${param()}.`, 'parameter_missing', param())
  return invalidRequest(`Invalid ${param()}: ${issue.message}`, undefined, param())
}
