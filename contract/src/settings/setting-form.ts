import { z } from 'zod'
import { amountText } from '../shared/money.ts'
import { settingRules } from './setting-rules.ts'
import { type Settings, settings } from './settings.ts'

export type SettingGroupName = keyof Settings

interface SettingKind {
  kind: 'text' | 'number' | 'flag' | 'choice' | 'lines' | 'entries'
  isOptional: boolean
  options: readonly string[]
  fields: readonly string[]
}

export function settingKind(group: SettingGroupName, field: string): SettingKind {
  const shape: Record<string, z.ZodType> = settings.shape[group].shape
  const schema = shape[field]
  const isOptional = schema instanceof z.ZodNullable
  const inner = isOptional ? schema.unwrap() : schema
  const element = inner instanceof z.ZodArray ? inner.element : undefined
  return {
    kind: element ? (element instanceof z.ZodObject ? 'entries' : 'lines') : kindOf(inner),
    isOptional,
    options: inner instanceof z.ZodEnum ? inner.options.map(String) : [],
    fields: element instanceof z.ZodObject ? Object.keys(element.shape) : [],
  }
}

function kindOf(schema: unknown): 'text' | 'number' | 'flag' | 'choice' {
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodBoolean) return 'flag'
  return schema instanceof z.ZodEnum ? 'choice' : 'text'
}

export type SettingValues = Record<string, Record<string, unknown>>

export function settingForm(
  group: SettingGroupName,
  fields: readonly string[],
): z.ZodType<SettingValues, SettingValues> {
  const rules: Record<string, z.ZodType> = settingRules[group].shape
  const shape = Object.fromEntries(
    fields.map(field => {
      const rule = rules[field] ?? z.never()
      return [field, settingKind(group, field).kind === 'lines' ? z.preprocess(linesOf, rule) : rule]
    }),
  )
  return z.object({ [group]: z.object(shape) }) as unknown as z.ZodType<SettingValues, SettingValues>
}

const linesOf = (typed: unknown) =>
  typeof typed === 'string' ? typed.split('\n').filter(line => line.trim() !== '') : typed

export function typedSetting(group: SettingGroupName, field: string, value: unknown): unknown {
  return settingKind(group, field).kind === 'lines' ? (value as string[]).join('\n') : typed(value)
}

const AMOUNTS = ['price', 'freeAbove']

function typed(value: unknown, field = ''): unknown {
  if (value === null) return ''
  if (typeof value === 'number') return AMOUNTS.includes(field) ? amountText(value) : String(value)
  if (Array.isArray(value)) return value.map(entry => typed(entry))
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, value]) => [key, typed(value, key)]))
}
