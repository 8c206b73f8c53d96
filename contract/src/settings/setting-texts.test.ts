import { describe, expect, it } from 'vitest'
import { SHOP } from '../shared/shop.ts'
import { defaultSettings } from './default-settings.ts'
import { settingForm, settingKind, typedSetting } from './setting-form.ts'
import { settingRules } from './setting-rules.ts'
import { SETTING_GROUPS, SETTING_TEXTS, type SettingText } from './setting-texts.ts'
import { PLACEHOLDERS } from './text-pages.ts'

const groups = Object.keys(SETTING_GROUPS) as (keyof typeof SETTING_GROUPS)[]

describe.each(groups)('the settings of the group %s', group => {
  const { cards } = SETTING_GROUPS[group]
  const fields = Object.keys(settingRules[group].shape)

  it('are on one card each', () => {
    expect(cards.flatMap(({ fields }) => fields as readonly string[]).sort()).toEqual(fields.sort())
    expect(new Set(cards.map(({ title }) => title)).size).toBe(cards.length)
  })

  it('have labels for the fields of each entry', () => {
    const texts: Record<string, SettingText> = SETTING_TEXTS[group]
    for (const field of fields)
      expect(Object.keys(texts[field]?.entry?.labels ?? {}).sort(), field).toEqual(
        [...settingKind(group, field).fields].sort(),
      )
  })

  it('are accepted as a form has them', () => {
    const defaults: Record<string, unknown> = defaultSettings()[group]
    const typed = Object.fromEntries(fields.map(field => [field, typedSetting(group, field, defaults[field])]))

    expect(settingForm(group, fields).parse({ [group]: typed })).toEqual({ [group]: defaults })
  })
})

describe('the rules of settings', () => {
  it.each([
    ['look', 'heroLink'],
    ['look', 'announcementLink'],
  ] as const)('answer what is no link with one sentence: %s.%s', (group, field) => {
    const { issues = [] } =
      settingForm(group, [field]).safeParse({ [group]: { [field]: 'instagram.com/mela' } }).error ?? {}

    expect(issues).toMatchObject([
      { code: 'custom', message: expect.stringMatching(/^This must be a path of the shop/) },
    ])
  })

  it('refuse a prefix of order numbers that ends with a digit', () => {
    const accepts = (prefix: string) => settingRules.orders.shape.numberPrefix.safeParse(prefix).success
    expect(['2026', 'Z1', '2026-', 'M-'].map(accepts)).toEqual([false, false, true, true])
  })

  it.each(['C', 'INV-C', 'TEST-', 'TEST-R'])(
    'refuse %s as the prefix of invoices, whose numbers another series has',
    prefix => expect(settingRules.orders.shape.invoicePrefix.safeParse(prefix).success).toBe(false),
  )
})

it('show the zeros of amounts in their forms', () => {
  const zones = [
    {
      name: 'A',
      places: [],
      methods: [{ name: 'Post', price: 4.9, freeAbove: 60.5, steps: [{ from: 2.5, price: 8 }] }],
    },
  ]

  expect(typedSetting('delivery', 'zones', zones)).toMatchObject([
    { methods: [{ price: '4.90', freeAbove: '60.50', steps: [{ from: '2.5', price: '8' }] }] },
  ])
})

it('texts of settings say nothing of the demo', () => {
  const texts = JSON.stringify([SETTING_TEXTS, SETTING_GROUPS, PLACEHOLDERS])

  for (const name of [SHOP.town, SHOP.name, SHOP.email]) expect(texts).not.toContain(name)
})
