import { z } from 'zod'
import { ownerProof } from '../accounts/security.ts'
import { ORDER_RETENTION_YEARS } from '../shared/constants.ts'
import { type Endpoints, envelope, pageOf } from '../shared/endpoint.ts'
import * as fields from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'
import { COUNTRY_SETTINGS, DELIVERY_SETTINGS } from './delivery-settings.ts'
import { LOOK_SETTINGS } from './look-settings.ts'
import { MENU_SETTINGS } from './menu-settings.ts'
import { MONEY_SETTINGS } from './money-settings.ts'
import { ORDER_SETTINGS } from './order-settings.ts'
import { PAYMENT_SETTINGS } from './payment-settings.ts'
import type { SettingGroupName } from './setting-groups.ts'
import { describeSettings, flag, lines, type Setting, settingType, whole, wholeRule } from './setting-types.ts'
import { SHOP_SETTINGS } from './shop-settings.ts'

const notSynonyms = 'Each line needs two words or more, with commas between them, such as “sofa, couch, settee”.'
const synonyms = lines(
  fields.line({ max: 300 }).refine(line => {
    const words = line.split(',').map(word => word.trim())
    return words.length > 1 && words.every(word => /^[^\s]*[\p{L}\p{N}][^\s]*$/u.test(word))
  }, notSynonyms),
  { max: 500 },
)

const pages = settingType({
  input: 'pages',
  shape: z.array(z.string()),
  rule: z
    .array(fields.objectId, 'This must be a list of pages.')
    .max(5, 'This takes 5 pages at the most.')
    .transform(ids => [...new Set(ids)]),
})

/** Rules, forms, defaults, history and what shoppers may know follow from this list and its order. */
export const SETTINGS = {
  shop: SHOP_SETTINGS,
  look: LOOK_SETTINGS,
  menus: MENU_SETTINGS,
  money: MONEY_SETTINGS,
  payments: PAYMENT_SETTINGS,
  delivery: DELIVERY_SETTINGS,
  countries: COUNTRY_SETTINGS,
  orders: ORDER_SETTINGS,
  search: describeSettings({
    synonyms: {
      card: 'Synonyms',
      type: synonyms,
      default: [],
      label: 'Other words for a thing',
      hint: 'One line for each thing, its words with commas between them: “sofa, couch, settee”. Searching for one finds products with any of them, in every script.',
    },
  }),
  security: describeSettings({
    staffTwoFactor: {
      card: 'Staff',
      type: flag,
      default: false,
      label: 'Two-factor sign-in for staff',
      hint: 'Staff without it can then do nothing else than set it up, you too. A demo shop does not demand it.',
    },
  }),
  legal: describeSettings({
    retentionYears: {
      card: 'Retention',
      type: whole(1, 50),
      default: ORDER_RETENTION_YEARS,
      isPublic: true,
      label: 'Retention',
      hint: 'In the privacy policy: years for which orders with payment or invoice keep name and address.',
    },
    checkoutPages: {
      card: 'Checkout',
      type: pages,
      default: [],
      label: 'Pages at checkout',
      hint: 'Linked below the button that places the order, such as the terms.',
    },
  }),
} satisfies Record<SettingGroupName, Record<string, Setting>>

type SettingList = typeof SETTINGS
type TypePart<Entry, Part extends 'shape' | 'rule'> = Entry extends {
  type: Record<Part, infer Schema extends z.ZodType>
}
  ? Schema
  : never

const mapValues = <From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))

const schemasOf = <Part extends 'shape' | 'rule'>(part: Part) =>
  mapValues(SETTINGS, (group: Record<string, Setting>) => z.object(mapValues(group, ({ type }) => type[part]))) as {
    [Group in SettingGroupName]: z.ZodObject<{
      [Field in keyof SettingList[Group]]: TypePart<SettingList[Group][Field], Part>
    }>
  }

export const settings = z.object(schemasOf('shape'))
export const settingRules = schemasOf('rule')

export type Settings = z.output<typeof settings>
export type ShopSettings = Settings['shop']
export type LookSettings = Settings['look']

/** The database holds only what an owner has made different. */
export const defaultSettings = () =>
  mapValues(SETTINGS, (group: Record<string, Setting>) =>
    mapValues(group, setting => setting.default ?? null),
  ) as Settings

const byName = new Map(
  Object.entries(SETTINGS).flatMap(([group, fields]) =>
    Object.entries<Setting>(fields).map(([field, setting]) => [`${group}.${field}`, { group, field, ...setting }]),
  ),
)

/** By a name such as 'shop.email'; undefined for one that only the history knows. */
export const findSetting = (name: string): Setting | undefined => byName.get(name)

/** Parameters of a union of functions are intersected: the public entries of all groups. */
type PublicOf<Group> = Group extends unknown
  ? (group: { [Field in keyof Group as Group[Field] extends { isPublic: true } ? Field : never]: Group[Field] }) => void
  : never
type PublicSettings = PublicOf<SettingList[SettingGroupName]> extends (all: infer All) => void ? All : never

const publicFields = [...byName.values()].filter(({ isPublic }) => isPublic)

export const publicShapes = Object.fromEntries(publicFields.map(({ field, type }) => [field, type.shape])) as {
  [Field in keyof PublicSettings]: TypePart<PublicSettings[Field], 'shape'>
}

export function pickPublic(settings: Settings) {
  const groups: Record<string, Record<string, unknown>> = settings
  return Object.fromEntries(publicFields.map(({ group, field }) => [field, groups[group]?.[field]])) as {
    [Field in keyof PublicSettings]: z.output<TypePart<PublicSettings[Field], 'shape'>>
  }
}

const refusal = ({ code }: { code?: string | undefined }) =>
  code === 'unrecognized_keys' ? 'There is no such setting.' : fields.notAnObject

type Rules<Group extends SettingGroupName> = (typeof settingRules)[Group]['shape']
const changedGroups = mapValues(settingRules, (group: z.ZodObject) =>
  z.strictObject(group.partial().shape, { error: refusal }).optional(),
) as {
  [Group in SettingGroupName]: z.ZodOptional<
    z.ZodObject<{ [Field in keyof Rules<Group>]: z.ZodOptional<Rules<Group>[Field]> }, z.core.$strict>
  >
}

export const settingsChange = z.strictObject(
  { version: wholeRule(1, Number.MAX_SAFE_INTEGER), ...changedGroups },
  { error: refusal },
)
export type SettingsChange = z.output<typeof settingsChange>

export const versionedSettings = settings.extend({ version: z.number() })
export type VersionedSettings = z.output<typeof versionedSettings>

export const settingsAuditEvent = z.object({
  id: z.number(),
  at: z.string(),
  actor: knownPerson.extend({ name: knownPerson.shape.name.nullable() }).nullable(),
  changes: z.array(z.object({ name: z.string(), field: z.string(), before: z.unknown(), after: z.unknown() })),
  canUndo: z.boolean(),
})
export type SettingsAuditEvent = z.output<typeof settingsAuditEvent>

const visitorPassword = envelope(z.object({ hasPassword: z.boolean() }))

/** Trimmed, because phones add a space, and in one normal form of Unicode. */
export const passwordOfVisitors = fields
  .text({ message: 'This must have 4 to 128 characters.', min: 4, max: 128 })
  .transform(password => password.normalize('NFC'))

export const visitorPasswordInput = z.object({ password: passwordOfVisitors.nullable() }, fields.notAnObject)

export const settingsCalls = {
  'GET /settings': { access: 'admin', response: { 200: envelope(versionedSettings) } },
  'PATCH /settings': {
    access: 'admin',
    body: settingsChange.extend(ownerProof.shape),
    response: { 200: envelope(versionedSettings) },
  },
  'GET /settings/history': {
    access: 'admin',
    querystring: listQuery().pick({ page: true, size: true }),
    response: { 200: pageOf(settingsAuditEvent) },
  },
  /** The restoring is a change of its own; it is refused with 409 when a value has changed since. */
  'POST /settings/history/:id/undo': {
    access: 'admin',
    params: z.object({ id: z.coerce.number('This must be a number.').int('This must be a number.') }),
    response: { 200: envelope(versionedSettings) },
  },
  'GET /settings/visitors': { access: 'admin', response: { 200: visitorPassword } },
  /** Null removes it. Visitors who have entered with the one before have to enter again. */
  'PUT /settings/visitors': { access: 'admin', body: visitorPasswordInput, response: { 200: visitorPassword } },
} as const satisfies Endpoints
