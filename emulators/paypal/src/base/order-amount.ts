import { z } from 'zod'
import { unprocessable } from './errors.ts'
import type { Issue } from './issues.ts'
import { type Money, toCents } from './money.ts'
import { parse, text, webAddress } from './request-schema.ts'

// PayPal's other currencies (HUF, JPY, TWD) have no decimals and are left out.
const currencies = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
)
const maxCents = 999_999_999

const currencyCode = text(3, 3, /^[A-Z]{3}$/)
const value = text(1, 32, /^-?(\d+|\d*\.\d+)$/)
export const money = z.strictObject({ currency_code: currencyCode, value })
const breakdown = z
  .strictObject({
    item_total: money,
    shipping: money,
    handling: money,
    tax_total: money,
    insurance: money,
    shipping_discount: money,
    discount: money,
  })
  .partial()

export const amount = money.extend({ breakdown: breakdown.optional() })

export const item = z
  .strictObject({
    tax: money,
    description: text(0, 2048),
    sku: text(0, 127),
    url: webAddress,
    image_url: webAddress,
    category: z.enum(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']),
    upc: z.unknown(),
    billing_plan: z.unknown(),
  })
  .partial()
  .extend({ name: text(1, 127), unit_amount: money, quantity: text(1, 10, /^[1-9]\d*$/) })

type Amount = z.infer<typeof amount>
export type Item = z.infer<typeof item>

interface Refusal {
  issue: Issue
  field: string
}

export function parseAmount(body: unknown, field: string, items: Item[]) {
  const given = parse(amount, body, field)
  checkAmount(given, items)
  return given
}

/** Throws a 422 with every sum that does not add up. Sums are compared in cents. */
export function checkAmount(amount: Amount, items: Item[]) {
  const wrongMoney = everyMoney(amount, items).flatMap(([field, money]) => moneyRefusals(field, money, amount))
  if (wrongMoney.length > 0) throw unprocessable(wrongMoney)

  const wrongSums = [...totalRefusals(amount), ...itemRefusals(amount, items), ...taxRefusals(amount, items)]
  if (wrongSums.length > 0) throw unprocessable(wrongSums)
}

const unit = '/purchase_units/0'

function everyMoney(amount: Amount, items: Item[]): [field: string, money: Money][] {
  return [
    [`${unit}/amount`, amount],
    ...Object.entries(amount.breakdown ?? {}).map(([name, part]): [string, Money] => [
      `${unit}/amount/breakdown/${name}`,
      part,
    ]),
    ...items.flatMap(({ unit_amount, tax }, index): [string, Money][] => [
      [`${unit}/items/${index}/unit_amount`, unit_amount],
      ...(tax ? [[`${unit}/items/${index}/tax`, tax] satisfies [string, Money]] : []),
    ]),
  ]
}

function moneyRefusals(field: string, { currency_code, value }: Money, total: Amount): Refusal[] {
  const refusals: Refusal[] = []
  const refuse = (issue: Issue, part: string) => refusals.push({ issue, field: `${field}/${part}` })
  if (!currencies.has(currency_code)) refuse('INVALID_CURRENCY_CODE', 'currency_code')
  if (currency_code !== total.currency_code) refuse('MULTI_CURRENCY_ORDER', 'currency_code')
  if (/\.\d{3,}$/.test(value)) refuse('DECIMAL_PRECISION', 'value')
  if (toCents(value) < 0) refuse('CANNOT_BE_NEGATIVE', 'value')
  if (toCents(value) > maxCents) refuse('MAX_VALUE_EXCEEDED', 'value')
  return refusals
}

function totalRefusals({ value, breakdown }: Amount): Refusal[] {
  const field = `${unit}/amount/value`
  if (toCents(value) === 0) return [{ issue: 'CANNOT_BE_ZERO_OR_NEGATIVE', field }]
  if (!breakdown) return []

  const { item_total, tax_total, shipping, handling, insurance, shipping_discount, discount } = breakdown
  const added = sum([item_total, tax_total, shipping, handling, insurance])
  const taken = sum([shipping_discount, discount])
  return toCents(value) === added - taken ? [] : [{ issue: 'AMOUNT_MISMATCH', field }]
}

function itemRefusals({ breakdown }: Amount, items: Item[]): Refusal[] {
  const field = `${unit}/amount/breakdown/item_total`
  if (items.length === 0) return []
  if (!breakdown?.item_total) return [{ issue: 'ITEM_TOTAL_REQUIRED', field }]

  const total = items.reduce(
    (cents, { unit_amount, quantity }) => cents + toCents(unit_amount.value) * Number(quantity),
    0,
  )
  return toCents(breakdown.item_total.value) === total ? [] : [{ issue: 'ITEM_TOTAL_MISMATCH', field }]
}

function taxRefusals({ breakdown }: Amount, items: Item[]): Refusal[] {
  const field = `${unit}/amount/breakdown/tax_total`
  if (!items.some(({ tax }) => tax)) return []
  if (!breakdown?.tax_total) return [{ issue: 'TAX_TOTAL_REQUIRED', field }]

  const total = items.reduce((cents, { tax, quantity }) => cents + toCents(tax?.value ?? '0') * Number(quantity), 0)
  return toCents(breakdown.tax_total.value) === total ? [] : [{ issue: 'TAX_TOTAL_MISMATCH', field }]
}

function sum(parts: (Money | undefined)[]) {
  return parts.reduce((cents, part) => cents + toCents(part?.value ?? '0'), 0)
}
