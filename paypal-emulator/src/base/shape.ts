import { type Detail, invalidRequest } from './errors.ts'

/** A validation rule for JSON. `type` exists for the compiler only: it is never set. */
interface Shape<T> {
  check(value: unknown, field: string): Detail[]
  readonly type?: T
}

export type Infer<S> = S extends Shape<infer T> ? T : never

type Fields = Record<string, Shape<unknown>>
type Shaped<R extends Fields, O extends Fields> = { [K in keyof R]: Infer<R[K]> } & { [K in keyof O]?: Infer<O[K]> }

/** Throws INVALID_REQUEST with every problem found. */
export function parse<T>(shape: Shape<T>, value: unknown, field = ''): T {
  const problems = shape.check(value, field)
  if (problems.length > 0) throw invalidRequest(problems)
  return value as T
}

export const anything: Shape<unknown> = { check: () => [] }

export function text(min: number, max: number, pattern = /^/): Shape<string> {
  return {
    check(value, field) {
      if (typeof value !== 'string') return [wrongSyntax(value, field)]
      if (value.length < min || value.length > max) return [wrongLength(value, field)]
      return pattern.test(value) ? [] : [wrongSyntax(value, field)]
    },
  }
}

export const webAddress: Shape<string> = {
  check(value, field) {
    const protocol = typeof value === 'string' ? URL.parse(value)?.protocol : undefined
    return protocol === 'http:' || protocol === 'https:' ? [] : [wrongSyntax(value, field)]
  },
}

export function integer(min: number, max: number): Shape<number> {
  return {
    check(value, field) {
      if (!Number.isSafeInteger(value)) return [wrongSyntax(value, field)]
      const isWithin = Number(value) >= min && Number(value) <= max
      return isWithin ? [] : [problem('INVALID_PARAMETER_VALUE', `From ${min} to ${max}.`, field, value)]
    },
  }
}

/** The source of a regular expression. */
export const pattern: Shape<string> = {
  check(value, field) {
    try {
      new RegExp(String(value))
      return text(1, 200).check(value, field)
    } catch {
      return [wrongSyntax(value, field)]
    }
  },
}

export function oneOf<const T extends string | number>(...allowed: T[]): Shape<T> {
  const known: unknown[] = allowed
  return {
    check: (value, field) =>
      known.includes(value)
        ? []
        : [problem('INVALID_PARAMETER_VALUE', 'The value of a field is invalid.', field, value)],
  }
}

export function list<T>(item: Shape<T>, min: number, max: number): Shape<T[]> {
  return {
    check(value, field) {
      if (!Array.isArray(value)) return [wrongSyntax(value, field)]
      if (value.length < min) return [problem('INVALID_ARRAY_MIN_ITEMS', `At least ${min} wanted.`, field)]
      if (value.length > max) return [problem('INVALID_ARRAY_MAX_ITEMS', `At most ${max} allowed.`, field)]
      return value.flatMap((entry, index) => item.check(entry, `${field}/${index}`))
    },
  }
}

export function single<T>(item: Shape<T>): Shape<[T]> {
  return { check: list(item, 1, 1).check }
}

/** Unknown fields are refused, unless the object is open. */
export function object<R extends Fields, O extends Fields>(
  required: R,
  optional: O,
  unknown?: 'open',
): Shape<Shaped<R, O>> {
  const fields = new Map(Object.entries({ ...required, ...optional }))
  return {
    check(value, field) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [wrongSyntax(value, field || '/')]
      const given = Object.entries(value).flatMap(([name, entry]) => {
        const at = `${field}/${name}`
        const known = fields.get(name)
        if (known) return known.check(entry, at)
        return unknown === 'open' ? [] : [problem('NOT_SUPPORTED', 'This field is not known.', at)]
      })
      const missing = Object.keys(required)
        .filter(name => !Object.hasOwn(value, name))
        .map(name => problem('MISSING_REQUIRED_PARAMETER', 'A required field is missing.', `${field}/${name}`))
      return [...given, ...missing]
    },
  }
}

function wrongSyntax(value: unknown, field: string) {
  const description = 'The value of a field does not conform to the expected format.'
  return problem('INVALID_PARAMETER_SYNTAX', description, field, value)
}

function wrongLength(value: unknown, field: string) {
  return problem('INVALID_STRING_LENGTH', 'The value of a field is either too short or too long.', field, value)
}

function problem(issue: string, description: string, field: string, value?: unknown): Detail {
  return { issue, description, field, value, location: 'body' }
}
