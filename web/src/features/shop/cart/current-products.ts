import { PUBLIC_PAGE_CAP } from '@mela/contract'
import { call } from '../../../lib/api.ts'
import { storedProduct } from '../../../lib/stored-product.ts'
import { inVariant } from './cart-product.ts'
import type { CartProduct } from './stored-cart.ts'

export interface WantedLine {
  product: string
  variant: string
  options: Record<string, string>
}

/**
 * The present product of each line: undefined when it is no longer sold, without variant when the line has no options
 * but the product has some now. One call serves up to a hundred lines.
 */
export async function currentProducts(lines: readonly WantedLine[]): Promise<(CartProduct | undefined)[]> {
  const parts = Array.from({ length: Math.ceil(lines.length / PUBLIC_PAGE_CAP) }, (_, index) =>
    lines.slice(index * PUBLIC_PAGE_CAP, (index + 1) * PUBLIC_PAGE_CAP),
  )
  return (await Promise.all(parts.map(askFor))).flat()
}

async function askFor(lines: readonly WantedLine[]) {
  const listed = (ids: string[]) => [...new Set(ids)].join(',')
  const query = {
    ids: listed(lines.map(({ product }) => product)),
    variants: listed(lines.map(({ variant }) => variant)),
  }
  const { data: cards } = await call('GET /products/cards', { query })
  return lines.map(line => {
    const card = cards.find(({ _id }) => _id === line.product)
    return card && inLine(card, line)
  })
}

type Card = Awaited<ReturnType<typeof call<'GET /products/cards'>>>['data'][number]

function inLine(card: Card, { variant, options }: WantedLine): CartProduct | undefined {
  const hadOptions = Object.keys(options).length > 0
  if (!hadOptions && card.options.length > 0) return { ...storedProduct(card), slug: card.slug, variant: null }
  const found = card.variants?.find(({ _id }) => _id === variant || !hadOptions)
  return found && inVariant(card, found)
}
