import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SHOP } from '../shared/shop.ts'
import { settingForm, typedSetting } from './setting-form.ts'
import { SETTING_GROUPS, type SettingGroupName } from './setting-groups.ts'
import type { Setting } from './setting-types.ts'
import { defaultSettings, SETTINGS, settingRules } from './settings.ts'
import { PLACEHOLDERS } from './text-pages.ts'

const groups = Object.keys(SETTING_GROUPS) as SettingGroupName[]

describe.each(groups)('the settings of the group %s', group => {
  const settings = Object.entries<Setting>(SETTINGS[group])
  const fields = settings.map(([field]) => field)

  it('have labels for the fields of each entry', () => {
    for (const [field, { type }] of settings) {
      const { element } = type.shape instanceof z.ZodArray ? type.shape : {}
      if (type.entry && element instanceof z.ZodObject)
        expect(Object.keys(type.entry.labels), field).toEqual(Object.keys(element.shape))
    }
  })

  it('are accepted as a form has them', () => {
    const defaults: Record<string, unknown> = defaultSettings()[group]
    const typed = Object.fromEntries(fields.map(field => [field, typedSetting(group, field, defaults[field])]))

    expect(settingForm(group, fields).parse({ [group]: typed })).toEqual({ [group]: defaults })
  })
})

describe('the rules of settings', () => {
  it('take a phone number as a German writes it', () => {
    expect(settingForm('shop', ['phone']).safeParse({ shop: { phone: '030 / 123 45-67' } }).error).toBeUndefined()
  })

  it('refuse amounts and numbers that may mean thousands', () => {
    const [zone] = defaultSettings().delivery.zones
    const methods = zone?.methods.map(method => ({ ...method, freeAbove: '5.000' }))
    const { delivery, payments, orders } = settingRules
    const messageOf = (rule: z.ZodType, typed: unknown) => rule.safeParse(typed).error?.issues[0]?.message

    expect(messageOf(delivery.shape.zones, [{ ...zone, methods }])).toBe('Two decimals are the most.')
    expect(messageOf(payments.shape.deliveryFee, '1.250')).toBe('Two decimals are the most.')
    expect(messageOf(orders.shape.firstNumber, '1.000')).toBe('This must be a whole number.')
  })

  it('refuse a prefix of order numbers that ends with a digit', () => {
    const accepts = (prefix: string) => settingRules.orders.shape.numberPrefix.safeParse(prefix).success
    expect(['2026', 'Z1', '2026-', 'M-'].map(accepts)).toEqual([false, false, true, true])
  })

  it('take an IBAN as banks print it, and refuse one with a wrong digit', () => {
    const { iban } = settingRules.payments.shape
    expect(iban.parse('de89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000')
    expect(iban.safeParse('DE89 3704 0044 0532 0130 01').success).toBe(false)
  })

  it('switch off a way to pay that a stored list does not name yet', () => {
    const paypal = { way: 'paypal', isOn: true, countries: [], currencies: [], from: null, to: null }
    const ways = settingRules.payments.shape.ways.parse([paypal])
    expect(ways.map(({ way, isOn }) => [way, isOn])).toContainEqual(['transfer', false])
  })

  it.each(['C', 'INV-C', 'TEST-', 'TEST-R'])(
    'refuse %s as the prefix of invoices, whose numbers another series has',
    prefix => expect(settingRules.orders.shape.invoicePrefix.safeParse(prefix).success).toBe(false),
  )
})

it('have chosen pages as a list in their form, and countries as lines', () => {
  expect(typedSetting('legal', 'checkoutPages', ['a', 'b'])).toEqual(['a', 'b'])
  expect(typedSetting('countries', 'sold', ['IN', 'DE'])).toBe('IN\nDE')
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
  const described = groups.flatMap(group =>
    Object.values<Setting>(SETTINGS[group]).map(({ card, label, hint, type: { options, entry } }) => ({
      ...{ card, label, hint, options, entry },
    })),
  )
  const texts = JSON.stringify([described, SETTING_GROUPS, PLACEHOLDERS])

  for (const name of [SHOP.town, SHOP.name, SHOP.email]) expect(texts).not.toContain(name)
})
