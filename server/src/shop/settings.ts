import { isDeepStrictEqual } from 'node:util'
import { defaultSettings, type Settings, settingRules } from '@mela/contract'
import type { Changes } from './settings.repository.ts'

type Group = keyof Settings
/** Values by group and field, such as 'shop.name'. */
export type Values = Record<string, unknown>

const GROUPS = Object.keys(settingRules) as Group[]

export const valuesOf = (groups: Partial<Record<Group, object>>): Values =>
  Object.fromEntries(
    GROUPS.flatMap(group => Object.entries(groups[group] ?? {}).map(([field, value]) => [`${group}.${field}`, value])),
  )

const DEFAULTS = valuesOf(defaultSettings())

/** Groups values by their group, such as 'shop'. */
export const byGroup = (values: Values): Changes => {
  const groups: Changes = {}
  for (const [name, value] of Object.entries(values)) {
    const [group, field = ''] = name.split('.') as [Group, string]
    groups[group] = { ...groups[group], [field]: value }
  }
  return groups
}

/** What is to be stored: what differs from the defaults. */
export const changesOf = (values: Values): Changes =>
  byGroup(
    Object.fromEntries(Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, DEFAULTS[name]))),
  )

/**
 * All settings. A stored value that is not acceptable, such as one of another edition, is its default; `complain` is called with its name.
 */
export function settingsOf(changes: Changes, complain: (name: string) => void = () => {}): Settings {
  const values = { ...DEFAULTS }
  for (const [name, value] of Object.entries(valuesOf(changes))) {
    const [group, field = ''] = name.split('.') as [Group, string]
    const rules: Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }> =
      settingRules[group].shape
    const parsed = Object.hasOwn(rules, field) ? rules[field]?.safeParse(value) : undefined
    if (parsed?.success) values[name] = parsed.data
    else complain(name)
  }
  return byGroup(values) as Settings
}
