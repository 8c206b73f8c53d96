import type { Media, ProductOption } from '@mela/contract'
import type { Database } from '../../platform/database/database.ts'
import { idAt } from '../../platform/database/ids.ts'
import type { DemoCatalogue } from './demo-catalogue.ts'

export interface DemoVariant {
  id: string
  options: Record<string, string>
  sku: string | null
  stock: number
  picture: Media | null
}

type Entry = DemoCatalogue['products'][number]

interface DemoOptions {
  options: ProductOption[]
  variants: DemoVariant[]
}

/** Sizes and colours share the product's stock; the first variant has the product's id. */
export function demoVariants(
  entry: Entry,
  size: DemoCatalogue['categories'][number]['size'],
  { id, since, pictures }: { id: string; since: Date; pictures: Media[] },
): DemoOptions {
  if (!size) return { options: [], variants: [{ id, options: {}, sku: null, stock: entry.stock, picture: null }] }

  const { colours } = entry
  const options = [
    { name: size.name, values: size.values.map(name => ({ name })) },
    ...(colours.length > 0 ? [{ name: 'Colour', values: colours.map(({ name, swatch }) => ({ name, swatch })) }] : []),
  ]
  const shades = colours.length > 0 ? colours : [undefined]
  const chosen = size.values.flatMap((value, n) => shades.map(colour => ({ value, colour, n })))
  const weights = chosen.map(({ value, colour, n }) => {
    const isSoldOut = entry.soldOut.includes([value, colour?.name].filter(Boolean).join('/'))
    return isSoldOut ? 0 : weightOf(n, size.values.length)
  })
  const stocks = spread(entry.stock, weights)
  const variants = chosen.map(({ value, colour }, n) => ({
    id: n === 0 ? id : idAt(since),
    options: { [size.name]: value, ...(colour && { Colour: colour.name }) },
    sku: [entry.id, colour?.name.replace(/[^a-z]/gi, ''), value].filter(Boolean).join('-').toUpperCase(),
    stock: stocks[n] ?? 0,
    picture: pictures.find(({ name }) => name === colour?.picture) ?? null,
  }))
  return { options, variants }
}

/** Middle sizes get more units. */
const weightOf = (n: number, count: number) => 3 + Math.min(n, count - 1 - n, 2)

/** Whole units in proportion to the weights, the largest remainders first. */
function spread(units: number, weights: number[]): number[] {
  const sum = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const shares = weights.map(weight => (units * weight) / sum)
  const given = shares.map(Math.floor)
  const rest = units - given.reduce((sum, share) => sum + share, 0)
  const byRemainder = shares.map((share, n) => ({ n, remainder: share % 1 })).sort((a, b) => b.remainder - a.remainder)
  for (const { n } of byRemainder.slice(0, rest)) given[n] = (given[n] ?? 0) + 1
  return given
}

/** The first variant of a product has the product's id. */
export async function insertVariants(db: Database, products: { id: string; variants: DemoVariant[] }[]): Promise<void> {
  const rows = products.flatMap(({ id, variants }) =>
    variants.map(({ options, sku, picture, ...variant }, position) => ({
      ...{ id: variant.id, product_id: id, position, sku, picture_id: picture?._id ?? null },
      option_values: Object.values(options),
    })),
  )
  await db.insertInto('variants').values(rows).execute()
}
