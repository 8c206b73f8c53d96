import { z } from 'zod'
import { amountText } from '../shared/money.ts'
import type { SettingGroupName } from './setting-groups.ts'
import type { Setting } from './setting-types.ts'
import { findSetting, SETTINGS } from './settings.ts'

export interface SettingCard {
  title: string
  fields: readonly string[]
}

export function cardsOf(group: SettingGroupName): SettingCard[] {
  const settings = Object.entries<Setting>(SETTINGS[group])
  const titles = new Set(settings.map(([, { card }]) => card))
  return [...titles].map(title => ({
    title,
    fields: settings.filter(([, { card }]) => card === title).map(([field]) => field),
  }))
}

export type SettingValues = Record<string, Record<string, unknown>>

export function settingForm(group: SettingGroupName, fields: readonly string[]) {
  const rules = fields.map(field => [field, typedRule(findSetting(`${group}.${field}`))])
  return z.object({ [group]: z.object(Object.fromEntries(rules)) }) as unknown as z.ZodType<
    SettingValues,
    SettingValues
  >
}

/** Forms have these lists as a text, line by line. */
const isTypedByLine = (setting?: Setting) => setting?.type.input === 'lines' || setting?.type.input === 'countries'

function typedRule(setting?: Setting): z.ZodType {
  if (!setting) return z.never()
  return isTypedByLine(setting) ? z.preprocess(linesOf, setting.type.rule) : setting.type.rule
}

const linesOf = (typed: unknown) =>
  typeof typed === 'string' ? typed.split('\n').filter(line => line.trim() !== '') : typed

export function typedSetting(group: SettingGroupName, field: string, value: unknown): unknown {
  return isTypedByLine(findSetting(`${group}.${field}`)) ? (value as string[]).join('\n') : typed(value)
}

const AMOUNTS = ['price', 'freeAbove']

function typed(value: unknown, field = ''): unknown {
  if (value === null) return ''
  if (typeof value === 'number') return AMOUNTS.includes(field) ? amountText(value) : String(value)
  if (Array.isArray(value)) return value.map(entry => typed(entry))
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, value]) => [key, typed(value, key)]))
}
