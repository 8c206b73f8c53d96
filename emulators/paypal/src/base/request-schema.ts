import { text } from '@mela/emulator-base/fields.ts'
import { z } from 'zod'
import { type Detail, invalidRequest } from './errors.ts'

/** Throws INVALID_REQUEST with every problem found. */
export function parse<S extends z.ZodType>(schema: S, value: unknown, field = ''): z.output<S> {
  const { error, data } = schema.safeParse(value, { reportInput: true })
  if (error) throw invalidRequest(error.issues.flatMap(issue => detailsOf(issue, field)))
  return data
}

export { text }

export const webAddress = z.url({ protocol: /^https?$/ })

const descriptions = {
  MISSING_REQUIRED_PARAMETER: 'A required field is missing.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'The value of a field is invalid.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long.',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array is too small.',
  INVALID_ARRAY_MAX_ITEMS: 'The number of items in an array is too large.',
  NOT_SUPPORTED: 'This field is not known.',
}

function detailsOf(problem: z.core.$ZodIssue, field: string): Detail[] {
  const at = [field, ...problem.path].join('/')
  if (problem.code === 'unrecognized_keys') return problem.keys.map(key => detail('NOT_SUPPORTED', `${at}/${key}`))
  return [detail(issueOf(problem), at || '/', problem.input)]
}

function issueOf(problem: z.core.$ZodIssue): keyof typeof descriptions {
  const { code, input, path } = problem
  if (input === undefined && path.length > 0) return 'MISSING_REQUIRED_PARAMETER'
  if (code === 'invalid_value') return 'INVALID_PARAMETER_VALUE'
  if (code !== 'too_small' && code !== 'too_big') return 'INVALID_PARAMETER_SYNTAX'
  if (problem.origin === 'string') return 'INVALID_STRING_LENGTH'
  if (problem.origin !== 'array') return 'INVALID_PARAMETER_VALUE'
  return code === 'too_small' ? 'INVALID_ARRAY_MIN_ITEMS' : 'INVALID_ARRAY_MAX_ITEMS'
}

/** One problem of a request; a list of a wrong length is not repeated in it. */
const detail = (issue: keyof typeof descriptions, field: string, value?: unknown): Detail => ({
  issue,
  description: descriptions[issue],
  field,
  value: Array.isArray(value) && issue.startsWith('INVALID_ARRAY') ? undefined : value,
  location: 'body',
})
