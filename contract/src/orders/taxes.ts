import type { Adjustment } from './adjustments.ts'
import { allot, percentOf, sumOf } from './cents.ts'

export interface TaxRate {
  label: string
  percent: number
}

export interface TaxRules {
  /** Of the default class: of lines whose class has no rates of its own. */
  taxes: TaxRate[]
  taxClasses?: Record<string, TaxRate[]>
  taxIncluded?: boolean
  taxOnShipping?: boolean
  /** The class by which delivery is taxed; of `SHARED` it is divided among the classes of the lines. Null: the default. */
  shippingTaxClass?: string | null
  /** Tax is rounded for each line, of which the shipping is one, and not once for each class. */
  taxByLine?: boolean
  /** The buyer pays no tax: prices that contain it are reduced by it. */
  isExempt?: boolean
}

/** Before the name of a class, as the source of a tax. */
export const TAX_CLASS = 'tax-class:'

/** No class has this name. */
export const SHARED = 'shared'

/** The name of the class of products that name none. */
export const DEFAULT_TAX_CLASS = 'Standard'

export const taxLabelOf = (percent: number, name: string | null, isIncluded = false) =>
  `${isIncluded ? 'Included tax' : 'Tax'} (${[`${percent}%`, name].filter(Boolean).join(' ')})`

export interface TaxedAmount {
  taxClass: string | null | undefined
  cents: number
}

/** A row for each rate of each class. `delivery` is in cents: the delivery after its discount, and the fee. */
export function taxesOf(lines: TaxedAmount[], delivery: number[], rules: TaxRules): Adjustment[] {
  if (rules.isExempt) return []
  const { taxIncluded = false, taxByLine } = rules
  return groupsOf(lines, delivery, rules).flatMap(({ taxClass, rates, bases }) => {
    const rounded = taxByLine ? bases : [sumOf(bases)]
    const taxes = rates.map(({ percent }) =>
      sumOf(rounded.map(cents => percentOf(cents, percent, taxIncluded ? percentIn(rates) : 0))),
    )
    const taxable = sumOf(bases) - (taxIncluded ? sumOf(taxes) : 0)
    return rates.map(({ label, percent }, index) => ({
      kind: taxIncluded ? ('included-tax' as const) : ('tax' as const),
      label,
      cents: taxes[index] ?? 0,
      percent,
      taxable,
      ...(taxClass !== undefined && { source: `${TAX_CLASS}${taxClass}` }),
    }))
  })
}

const percentIn = (rates: TaxRate[]) => sumOf(rates.map(({ percent }) => percent))

interface TaxGroup {
  taxClass: string | undefined
  rates: TaxRate[]
  bases: number[]
}

function groupsOf(lines: TaxedAmount[], delivery: number[], rules: TaxRules): TaxGroup[] {
  const { taxOnShipping } = rules
  const groups = new Map<string | undefined, TaxGroup>()
  const add = (named: string | null | undefined, bases: number[]) => {
    if (bases.length === 0) return
    const [taxClass, rates] = classOf(named, rules)
    groups.set(taxClass, { taxClass, rates, bases: [...(groups.get(taxClass)?.bases ?? []), ...bases] })
  }
  for (const { taxClass, cents } of lines) add(taxClass, [cents])
  if (taxOnShipping)
    for (const { taxClass, cents } of delivery.flatMap(part => byClass(part, lines, rules))) add(taxClass, [cents])
  return [...groups.values()]
}

/** Delivery is of one class, or divided by what the lines of each class cost. */
function byClass(cents: number, lines: TaxedAmount[], rules: TaxRules): TaxedAmount[] {
  const { shippingTaxClass = null } = rules
  if (shippingTaxClass !== SHARED) return [{ taxClass: shippingTaxClass, cents }]
  const costs = new Map<string | undefined, number>()
  for (const line of lines) {
    const [taxClass] = classOf(line.taxClass, rules)
    costs.set(taxClass, (costs.get(taxClass) ?? 0) + line.cents)
  }
  const parts = allot(cents, [...costs.values()])
  return [...costs.keys()].map((taxClass, position) => ({ taxClass, cents: parts[position] ?? 0 }))
}

/** An unknown class is the default one. */
function classOf(named: string | null | undefined, { taxes, taxClasses = {} }: TaxRules) {
  const own = named && Object.hasOwn(taxClasses, named) ? taxClasses[named] : undefined
  return [own && named ? named : undefined, own ?? taxes] as const
}

/** The tax that each line, the delivery and the fee contain, of which an exempt buyer pays none. */
export function containedTaxes(lines: TaxedAmount[], delivery: number[], rules: TaxRules) {
  const contained = ({ taxClass, cents }: TaxedAmount) => {
    const [, rates] = classOf(taxClass, rules)
    return sumOf(rates.map(({ percent }) => percentOf(cents, percent, percentIn(rates))))
  }
  return {
    lines: lines.map(contained),
    delivery: delivery.map(part => (rules.taxOnShipping ? sumOf(byClass(part, lines, rules).map(contained)) : 0)),
  }
}
