import type { Media, OrderInput, Priced } from '@mela/contract'

/** Prices are in cents; `isActive` only when the variant can be bought. */
export interface PricedVariant extends Priced {
  id: string
  variant: string
  name: string
  /** Grams of one unit. */
  weight: number | null
  sku: string | null
  options: Record<string, string>
  isActive: boolean
  stock: number
  picture: Media | null
}

export interface OrderedLine {
  product: PricedVariant
  quantity: number
}

type Shown = Pick<OrderInput['products'][number], 'price' | 'options'>

export interface PricedLine extends OrderedLine {
  shown: Shown[]
}

export interface WantedLine {
  product: string
  /** Undefined: the shop chooses one. */
  variant: string | undefined
  quantity: number
  shown: Shown[]
}

/** Equal variants become one line, because they share one stock. */
export function mergeLines(products: OrderInput['products']): WantedLine[] {
  const lines = new Map<string, WantedLine>()
  for (const { product, variant, quantity, price, options } of products) {
    const key = `${product} ${variant}`
    const line = lines.get(key) ?? { product, variant, quantity: 0, shown: [] }
    lines.set(key, { ...line, quantity: line.quantity + quantity, shown: [...line.shown, { price, options }] })
  }
  return [...lines.values()]
}

/** Unknown variants come back inactive. */
export function priceLines(wanted: WantedLine[], variants: PricedVariant[]): PricedLine[] {
  const lines = new Map<string, PricedLine>()
  for (const line of wanted) {
    const ofLine = ({ id, variant }: PricedVariant) => id === line.product && variant === line.variant
    const product = variants.find(ofLine) ?? unknownVariant(line)
    const same = lines.get(product.variant)
    lines.set(product.variant, {
      product,
      quantity: (same?.quantity ?? 0) + line.quantity,
      shown: [...(same?.shown ?? []), ...line.shown],
    })
  }
  return [...lines.values()]
}

function unknownVariant({ product, variant = product }: WantedLine): PricedVariant {
  const nothing = {
    name: '',
    weight: null,
    price: 0,
    onSale: false,
    salePrice: 0,
    isActive: false,
    stock: 0,
    picture: null,
  }
  return { id: product, variant, sku: null, options: {}, ...nothing }
}

/** 'Linen shirt', or 'Linen shirt (M, Indigo)'. */
export function labelOf({ name, options }: PricedVariant): string {
  const values = Object.values(options)
  return values.length > 0 ? `${name} (${values.join(', ')})` : name
}
