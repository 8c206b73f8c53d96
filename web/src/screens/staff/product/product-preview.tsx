import { type Category, effectivePrice, type Media, pricesOf, savedPercent } from '@mela/contract'
import { useWatch } from 'react-hook-form'
import { ProductCard } from '../../../shared/catalog/product-card.tsx'
import { FormCard } from './product-cards.tsx'
import { type ProductValues, unitsIn } from './product-values.ts'

/** The shop's card with the form's values. */
export function ProductPreview({
  known,
  categories,
}: {
  known: ReadonlyMap<string, Media>
  categories: readonly Category[]
}) {
  const values = useWatch() as ProductValues
  const category = categories.find(({ _id }) => _id === values.category)
  const product = {
    _id: 'preview',
    slug: 'preview',
    name: values.name.trim() || 'Name of the product',
    price: amountIn(values.price),
    onSale: values.onSale,
    salePrice: amountIn(values.salePrice),
    stock: values.options.length > 0 ? unitsIn(values.variants) : amountIn(values.stock),
    isActive: values.isActive,
    category: category ?? { _id: '', name: 'Category', slug: '' },
    thumbnail: known.get(values.thumbnail) ?? null,
    gallery: values.gallery.flatMap(id => known.get(id) ?? []),
    rating: { average: 0, count: 0 },
    options: values.options,
    priceRange: priceRangeOf(values),
  }

  return (
    <FormCard title="In the shop">
      <div inert className="w-full max-w-60">
        <ProductCard withCategory product={product} sizes="240px" />
      </div>
    </FormCard>
  )
}

/** The price range of the variants, computed as the server does for lists; undefined when all prices are equal. */
function priceRangeOf({ variants, ...values }: ProductValues) {
  const product = { price: amountIn(values.price), onSale: values.onSale, salePrice: amountIn(values.salePrice) }
  const sold = variants
    .filter(({ isActive }) => isActive)
    .map(({ price, onSale, salePrice }) =>
      pricesOf({ price: ownAmount(price), onSale, salePrice: ownAmount(salePrice) }, product),
    )
  const prices = sold.map(effectivePrice)
  const saved = Math.max(...sold.map(savedPercent))
  const isOther = prices.some(price => price !== effectivePrice(product)) || saved > 0 !== savedPercent(product) > 0
  if (sold.length === 0 || !isOther) return undefined
  return { from: Math.min(...prices), to: Math.max(...prices), savedPercent: saved }
}

const ownAmount = (typed: string) => (typed === '' ? null : amountIn(typed))

const amountIn = (typed: string) => Math.max(0, Number(typed) || 0)
