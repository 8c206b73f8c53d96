import { z } from 'zod'
import { EMAIL, PUBLIC_PAGE_CAP } from './constants.ts'
import { plainIdentifier } from './identifiers.ts'

/** Domain of the addresses of closed accounts; it cannot be registered. */
export const UNREACHABLE_DOMAIN = 'deleted.invalid'

const isMissing = (value: unknown) => value === undefined || value === null
export const isBlank = (value: unknown) => isMissing(value) || value === ''

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `This must be one of the following: ${values.join(', ')}`)
}

/** null counts as left out. */
export const omittable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => value ?? undefined, schema.optional())

/** null and a blank text mean none; an omitted value stays omitted. */
export const clearable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullable().optional())

interface TextRule {
  /** The field's own sentence comes first, the shared rule's sentence second. */
  message?: string
  min?: number
  max?: number
  length?: number
}

/** Embeddings, overrides and isolates. The marks U+200E and U+200F stay: Hebrew and Arabic need them, and no letter moves. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g

/** Drops NUL and half surrogate pairs, which PostgreSQL cannot store, and characters that reorder text. */
export const storable = (value: string) => value.replaceAll('\0', '').replace(reordering, '').toWellFormed()

/** Text that is compared, such as a code or a key: dropping characters would make another text, which might match. */
export function exactText(message = 'This contains characters that cannot be used.') {
  return z.string(message).refine(value => value === storable(value), message)
}

/** Who types a year of two digits means another century; the year 9999 ends in one of five digits behind UTC. */
const hasYear = (day: string) => !/^(0|9999)/.test(day)

export const calendarDay = (message: string) => z.iso.date(message).refine(hasYear, message)

const notAMinute = 'This must be a day and a time.'
/** A time of the shop's own time zone, such as 2026-12-01T09:00. */
export const localMinute = exactText(notAMinute)
  .transform(typed => typed.slice(0, 16))
  .pipe(z.iso.datetime({ local: true, precision: -1, error: notAMinute }).refine(hasYear, notAMinute))

/** Other programs copy colours as '1F2F56'. */
export const withHash = (typed: string) =>
  /^#?[0-9a-f]{6}$/i.test(typed.trim()) ? `#${typed.trim().replace('#', '').toLowerCase()}` : typed

/** Spaces, format and control characters, and the letters of Unicode that are drawn as nothing. */
const invisible = /[\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu

const lineEnds = /\r\n?/g

const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+\s*/gu

/** Text that has no visible character is empty; lines end by LF. */
export const text = (rule?: TextRule) => tidied(value => value.replace(lineEnds, '\n'), rule)

export const upTo = (max: number, message: string) =>
  z
    .string(message)
    .transform(typed => storable(typed).trim())
    .pipe(z.string().max(max, `${message} This must be ${max} character(s) or less.`))

/** Small letters and digits with single dashes between them. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const slugText = ({ message, max }: { message: string; max: number }) =>
  text({ message, max })
    .transform(slug => slug.toLowerCase().replace(/^-+|-+$/g, ''))
    .pipe(z.string().regex(SLUG, message))

/** Text of one line: a break, or another control character, becomes a space. */
export const line = (rule?: TextRule) => tidied(value => value.replace(breaks, ' '), rule)

function tidied(tidy: (value: string) => string, { message, min = 1, max = 120, length }: TextRule = {}) {
  const why = (rule: string) => (message ? `${message.replace(/\.?$/, '.')} ${rule}` : rule)
  const required = message ?? 'This is required.'
  const rule = z
    .string(required)
    .transform(value => (value.replace(invisible, '') ? tidy(storable(value)).trim() : ''))
    .pipe(z.string().min(Math.min(1, min), required))
  if (length !== undefined)
    return rule.pipe(z.string().length(length, why(`This must be ${length} character(s) long.`)))

  return rule.pipe(
    z
      .string()
      .min(min, why(`This must be ${min} character(s) or more.`))
      .max(max, why(`This must be ${max} character(s) or less.`)),
  )
}

const plainNumber = /^\s*-?\d+(\.\d+)?\s*$/

/** Payment providers send decimals as strings; '', null, booleans and exponents are refused. */
export function number({
  min,
  max,
  message = 'This must be a number.',
  missing = message,
}: {
  min?: number
  max?: number
  message?: string
  missing?: string
} = {}) {
  let rule = z.number({ error: ({ input }) => (isBlank(input) ? missing : message) })
  if (min !== undefined) rule = rule.min(min, `This cannot be less than ${min}.`)
  if (max !== undefined) rule = rule.max(max, `This cannot be more than ${max}.`)
  return z.preprocess(value => (typeof value === 'string' && plainNumber.test(value) ? Number(value) : value), rule)
}

export const percent = ({ min }: { min: number }) =>
  number({ min, max: 100 }).refine(
    percent => Math.abs(percent * 1000 - Math.round(percent * 1000)) < 1e-6,
    'This takes three decimals at the most.',
  )

export const TWO_DECIMALS = 'Two decimals are the most.'
export const hasThirdDecimal = (typed: unknown): boolean => /\.\d{3,}\s*$/.test(String(typed))

/** An amount that a form refuses where the server rounds it: '1.250' may mean 1,250 as well as 1.25. */
export const typedAmount = <Rule extends z.ZodType>(rule: Rule) =>
  z
    .unknown()
    .refine(typed => !hasThirdDecimal(typed), TWO_DECIMALS)
    .pipe(rule)

const NOT_WHOLE = 'This must be a whole number.'
export const whole = z.number().int(NOT_WHOLE)

/** A whole number that a form refuses where '1.000' may mean a thousand. */
export const typedWhole = (range: Parameters<typeof number>[0]) =>
  z
    .unknown()
    .refine(typed => !hasThirdDecimal(typed), NOT_WHOLE)
    .pipe(number(range).pipe(whole))

export const notAnObject = 'This must be an object.'

export const flag = z.boolean('This is not an acceptable option.')

/** Any case is accepted and answered in lower case. */
export const objectId = z
  .string('This must be an id of 24 hexadecimal characters.')
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{24}$/, 'This must be an id of 24 hexadecimal characters.')

/** Ids joined by commas; empty ones are ignored, duplicates removed. */
export const idList = z
  .string()
  .transform(ids => [...new Set(ids.split(',').filter(Boolean))])
  .pipe(z.array(objectId).max(PUBLIC_PAGE_CAP, `This takes ${PUBLIC_PAGE_CAP} ids at the most.`))

const notAnEmail = 'This email is not valid.'
/** Also of an account that was closed. */
export const accountAddress = z
  .string(notAnEmail)
  .overwrite(plainIdentifier)
  .toLowerCase()
  .max(254, notAnEmail)
  .pipe(z.email({ pattern: EMAIL, error: notAnEmail }))

export const email = accountAddress.refine(address => !address.endsWith(`@${UNREACHABLE_DOMAIN}`), notAnEmail)

/** ASCII letters, digits and @$!%*#?& only, at least one of each kind, 6 to 128 characters. */
export const passwordPattern = /^(?=.*[A-Za-z])(?=.*\d)(?=.*[@$!%*#?&])[A-Za-z\d@$!%*#?&]{6,128}$/
export const newPassword = z
  .string('Password is not acceptable.')
  .trim()
  .regex(passwordPattern, 'Please choose a stronger password.')

export const personName = z.object(
  {
    firstName: line({ message: 'First name is not acceptable.', max: 50 }),
    lastName: line({ message: 'Last name is not acceptable.', max: 50 }),
  },
  'Name must include first name and last name.',
)

/** Phone, country code and pin code may come as numbers. */
export const numberAsText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** A missing field gets the default; an empty one is still refused. */
export const orDefault = (value: string) => (input: unknown) => (isMissing(input) ? value : numberAsText(input))
