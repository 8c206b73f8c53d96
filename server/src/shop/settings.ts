import { isDeepStrictEqual } from 'node:util'
import { defaultSettings, findSetting, SETTING_GROUPS, type Settings } from '@mela/contract'
import type { Changes } from './settings.repository.ts'

type Group = keyof Settings
/** Keys are group and field, such as 'shop.name'. */
export type Values = Record<string, unknown>

const GROUPS = Object.keys(SETTING_GROUPS) as Group[]

export const valuesOf = (groups: Partial<Record<Group, object>>): Values =>
  Object.fromEntries(
    GROUPS.flatMap(group => Object.entries(groups[group] ?? {}).map(([field, value]) => [`${group}.${field}`, value])),
  )

const DEFAULTS = valuesOf(defaultSettings())

export const byGroup = (values: Values): Changes => {
  const groups: Changes = {}
  for (const [name, value] of Object.entries(values)) {
    const [group, field = ''] = name.split('.') as [Group, string]
    groups[group] = { ...groups[group], [field]: value }
  }
  return groups
}

/** Only what differs from the defaults is stored. */
export const changesOf = (values: Values): Changes =>
  byGroup(
    Object.fromEntries(Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, DEFAULTS[name]))),
  )

/** `complain` gets the name of a stored value that is not acceptable; its default counts. */
export function settingsOf(changes: Changes, complain: (name: string) => void = () => {}): Settings {
  const values = { ...DEFAULTS }
  for (const [name, value] of Object.entries(valuesOf(changes))) {
    const parsed = findSetting(name)?.type.rule.safeParse(value)
    if (parsed?.success) values[name] = parsed.data
    else complain(name)
  }
  return byGroup(values) as Settings
}
