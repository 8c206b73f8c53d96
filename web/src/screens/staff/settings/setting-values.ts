import {
  type DeliveryMethod,
  findSetting,
  type MenuEntry,
  PLACE_GROUPS,
  type SettingGroupName,
  type Settings,
  type SettingValues,
  typedSetting,
} from '@mela/contract'
import { countLabel } from '../../../lib/format.ts'

/** Some fields of a group: those of one card. */
export interface CardFields {
  group: SettingGroupName
  fields: readonly string[]
}

export const settingOf = (settings: Settings, group: SettingGroupName, field: string): unknown =>
  (settings[group] as Record<string, unknown>)[field]

export const valuesOf = (settings: Settings, { group, fields }: CardFields): SettingValues => ({
  [group]: Object.fromEntries(
    fields.map(field => [field, typedSetting(group, field, settingOf(settings, group, field))]),
  ),
})

/** Fields that differ, with the values of `after`. */
export function changedFields(
  { group, fields }: CardFields,
  before: SettingValues | Settings,
  after: SettingValues | Settings,
): Record<string, unknown> {
  const of = (values: SettingValues | Settings, field: string) => (values as SettingValues)[group]?.[field]
  const changed = fields.filter(field => JSON.stringify(of(before, field)) !== JSON.stringify(of(after, field)))
  return Object.fromEntries(changed.map(field => [field, of(after, field)]))
}

/** A value in words, for conflicts and the history. */
export function wordsFor(name: string, value: unknown): string {
  const { input, options = {} } = findSetting(name)?.type ?? {}
  if (input === 'picture' && value) return 'a picture'
  if (input === 'pages') return countLabel((value as unknown[]).length, 'page')
  if (input === 'menu') return menuWords(value as MenuEntry[])
  if (input === 'zones') return (value as DeliveryZone[]).map(zoneWords).join('; ') || 'none'
  if (input === 'sections') return shownSections(value as Section[], options)
  return typeof value === 'string' && Object.hasOwn(options, value) ? String(options[value]) : words(value)
}

const menuWords = (entries: readonly MenuEntry[]) =>
  entries.map(({ kind, label, to }) => [label ?? kind, to].filter(Boolean).join(' ')).join(', ') || 'none'

type DeliveryZone = Settings['delivery']['zones'][number]

function zoneWords({ name, places, methods }: DeliveryZone): string {
  const where = places
    .map(({ country, state }) => [PLACE_GROUPS[country] ?? country, state].filter(Boolean).join(' '))
    .join(', ')
  return `${name}${where && ` (${where})`}: ${methods.map(methodWords).join(', ') || 'no method'}`
}

function methodWords({ name, price, steps, freeAbove, minDays, maxDays }: DeliveryMethod): string {
  const days = [...new Set([minDays, maxDays].map(typed).filter(Boolean))].join('–')
  const free = typed(freeAbove)
  const details = [
    ...steps.map(({ from, price }) => `${price} from ${from}`),
    free && `free above ${free}`,
    days && (days === '1' ? '1 day' : `${days} days`),
  ]
  const text = details.filter(Boolean).join(', ')
  return `${name} ${price}${text && ` (${text})`}`
}

/** A number as text; null becomes '', like an empty field among the typed values of a conflict. */
const typed = (value: number | null) => String(value ?? '')

interface Section {
  section: string
  title: string | null
  isShown: boolean
}

const shownSections = (sections: readonly Section[], names: Record<string, string>) =>
  sections
    .filter(({ isShown }) => isShown)
    .map(({ section, title }) => title ?? names[section] ?? section)
    .join(', ') || 'none'

function words(value: unknown): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.map(words).join(', ') || 'none'
  return typeof value === 'object'
    ? Object.values(value ?? {})
        .map(words)
        .join(' ')
    : String(value)
}
