import { z } from 'zod'
import * as fields from '../shared/fields.ts'
import { stateKey } from '../shared/postal.ts'

/** Names the component of the form, and the words of history and conflicts. */
export type SettingInput =
  | ('text' | 'paragraph' | 'email' | 'phone' | 'link' | 'colour' | 'time-zone' | 'currency')
  | ('number' | 'switch' | 'choice' | 'choices' | 'lines' | 'entries' | 'rates')
  | ('picture' | 'pages' | 'menu' | 'sections' | 'zones' | 'countries' | 'ways')
  | ('tax-classes' | 'tax-class' | 'tax-free' | 'country' | 'state')

export interface SettingType<Shape extends z.ZodType = z.ZodType, Rule extends z.ZodType = z.ZodType> {
  input: SettingInput
  shape: Shape
  /** What can be saved. A stored value that it refuses any more is replaced by the default. */
  rule: Rule
  isOptional?: true
  options?: Record<string, string>
  entry?: { noun: string; labels: Record<string, string> }
}

export const settingType = <Shape extends z.ZodType, Rule extends z.ZodType>(type: SettingType<Shape, Rule>) => type

export const textType = <Rule extends z.ZodType>(input: SettingInput, rule: Rule) =>
  settingType({ input, shape: z.string(), rule })

export const orNone = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess(
    value => (fields.isBlank(typeof value === 'string' ? value.trim() : value) ? null : value),
    rule.nullable(),
  )

export const optional = <Shape extends z.ZodType, Rule extends z.ZodType>(type: SettingType<Shape, Rule>) =>
  settingType({ ...type, shape: type.shape.nullable(), rule: orNone(type.rule), isOptional: true })

export const line = (rule: { message?: string; max: number }) => textType('text', fields.line(rule))
export const longLine = ({ max }: { max: number }) => textType('paragraph', fields.line({ max }))
export const flag = settingType({ input: 'switch', shape: z.boolean(), rule: fields.flag })

export const wholeRule = (min: number, max: number) => fields.typedWhole({ min, max })
export const whole = (min: number, max: number) =>
  settingType({ input: 'number', shape: z.number(), rule: wholeRule(min, max) })

export function choice<const Value extends string>(options: Record<Value, string>) {
  const values = Object.keys(options) as [Value, ...Value[]]
  return settingType({ input: 'choice', shape: z.enum(values), rule: fields.oneOf(values), options })
}

export function choices<const Value extends string>(options: Record<Value, string>, missing: string) {
  const values = Object.keys(options) as [Value, ...Value[]]
  const rule = z
    .array(fields.oneOf(values), missing)
    .min(1, missing)
    .transform(chosen => values.filter(value => chosen.includes(value)))
  return settingType({ input: 'choices', shape: z.array(z.enum(values)), rule, options })
}

export function lines<Rule extends z.ZodType<string>>(rule: Rule, { max, missing }: { max: number; missing?: string }) {
  const list = z.array(rule, 'This must be a list of lines.').max(max, `This takes ${max} lines at the most.`)
  return settingType({ input: 'lines', shape: z.array(z.string()), rule: missing ? list.min(1, missing) : list })
}

const notAnAddress = 'This must be an address that begins with https://.'
/** 'https:name' would be relative to the page, and text before an @ would hide the host. */
export const webAddress = fields
  .line({ message: notAnAddress, max: 300 })
  .pipe(
    z
      .url({ protocol: /^https$/, hostname: z.regexes.domain, error: notAnAddress })
      .regex(/^https:\/\/[^\s@]+$/i, notAnAddress),
  )

const notALink = 'This must be a path of the shop, such as /sale, or an address that begins with https://.'
const isPath = (text: string) => /^\/(?![/\\])[^\s\\]*$/.test(text)
/** No union of both: a form shows what its first member says. */
export const link = textType(
  'link',
  fields.line({ max: 300 }).refine(text => isPath(text) || webAddress.safeParse(text).success, notALink),
)

export const notACountry = 'This is not a code of a country, such as IN.'
export const country = z
  .string(notACountry)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, notACountry)
export const state = orNone(fields.line({ max: 60 }))
export const placeShape = z.object({ country: z.string(), state: z.string().nullable() })

export function isOncePerPlace(places: { country: string; state: string | null }[]): boolean {
  return (
    new Set(places.map(({ country, state }) => `${country} ${state === null ? '' : stateKey(state)}`)).size ===
    places.length
  )
}

export interface Setting {
  card: string
  type: SettingType
  /** Left out, it is null, which means none. */
  default?: unknown
  /** GET /shop answers it under its key, and every page knows it. */
  isPublic?: true
  /** Saving it takes the password and code of the admin. */
  needsProof?: true
  label: string
  hint: string
}

type DefaultOf<Value> = null extends Value ? { default?: Value } : { default: Value }

/** Checks that each default is a value of its type. */
export const describeSettings = <Group extends Record<string, Setting>>(
  group: Group & { [Field in keyof Group]: DefaultOf<z.output<Group[Field]['type']['shape']>> },
): Group => group
