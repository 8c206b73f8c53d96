import { z } from 'zod'
import { Refusal } from './refusal.ts'

/** A text; when its length is wrong, only the length is reported and not the pattern. */
export const text = (min: number, max: number, pattern = /^/) =>
  z.string().min(min, { abort: true }).max(max, { abort: true }).regex(pattern)

export const integer = (min: number, max: number) => z.int().min(min).max(max)

/** For what the emulator itself is told; requests to its API are refused in the provider's words. */
export function parseSetting<S extends z.ZodType>(schema: S, value: unknown, field = ''): z.output<S> {
  const { error, data } = schema.safeParse(value, { reportInput: true })
  if (!error) return data
  throw new Refusal(400, error.issues.map(issue => sentenceOf(issue, field)).join(' '))
}

function sentenceOf({ path, input, message }: z.core.$ZodIssue, field: string): string {
  const isMissing = input === undefined && path.length > 0
  return `${[field, ...path].join('/')}: ${isMissing ? 'A required field is missing.' : message}`
}
