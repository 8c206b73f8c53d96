/** Each unit as so many thousandths of the measure that prices are compared in. */
const UNITS = {
  g: { of: 'kg', thousandths: 1 },
  kg: { of: 'kg', thousandths: 1000 },
  ml: { of: 'l', thousandths: 1 },
  l: { of: 'l', thousandths: 1000 },
  m: { of: 'm', thousandths: 1000 },
  piece: { of: 'piece', thousandths: 1000 },
} as const

interface Measure {
  amount: number
  unit: keyof typeof UNITS
}

const written = /^(\d{1,6}(?:[.,]\d{1,3})?)\s*(g|kg|ml|l|m|pieces?)$/i

/** Reads '0,75 L' and '12 pieces'; undefined for other texts and for nothing. */
function readMeasure(text: string): Measure | undefined {
  const [, digits = '', unit = ''] = written.exec(text.trim()) ?? []
  const amount = Number(digits.replace(',', '.'))
  return amount > 0 ? { amount, unit: unit.toLowerCase().replace('pieces', 'piece') as Measure['unit'] } : undefined
}

/** '0,75 L' is stored as '0.75 l'. */
export function tidyMeasure(text: string): string | undefined {
  const read = readMeasure(text)
  return read && `${read.amount} ${read.unit}`
}

/** A whole number, because amounts have up to three decimals. */
const sizeOf = ({ amount, unit }: Measure) => Math.round(amount * 1000) * UNITS[unit].thousandths

export interface Measured {
  content?: string | null | undefined
  unitPriceFor?: string | null | undefined
}

/** What `per` costs, in the unit of `price` and not rounded; undefined where nothing is measured or comparable. */
export function unitPriceOf(
  price: number,
  { content, unitPriceFor }: Measured,
): { price: number; per: string } | undefined {
  const held = readMeasure(content ?? '')
  if (!held) return undefined
  const { of } = UNITS[held.unit]
  const per = readMeasure(unitPriceFor ?? `1 ${of}`)
  if (!per || UNITS[per.unit].of !== of) return undefined
  const text = per.amount === 1 ? per.unit : `${per.amount} ${per.unit}`
  return { price: (price * sizeOf(per)) / sizeOf(held), per: text }
}
