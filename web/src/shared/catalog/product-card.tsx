import { productPath } from '@mela/contract'
import { type PointerEvent, useState } from 'react'
import { useViewTransitionState } from 'react-router'
import { countLabel } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { pictureName, productPictures } from '../../lib/stored-product.ts'
import { Picture } from '../../ui/picture.tsx'
import { Price, SaleTag, UnitPrice } from '../../ui/price.tsx'
import { type CardProduct, swatchesOf } from './catalog.api.ts'

interface ProductCardProps {
  product: CardProduct
  loading?: 'high' | 'eager' | 'lazy'
  /** Width of the card, as in the attribute `sizes`. */
  sizes?: string
  withCategory?: boolean
}

/** Reviews from which on their average says something. */
const ENOUGH_REVIEWS = 3

const gridSizes = '(min-width:100rem) 340px,(min-width:80rem) 23vw,(min-width:48rem) 30vw,46vw'

const useIsOpening = import.meta.env.SSR ? () => false : useViewTransitionState

/**
 * A card with a single link; the second picture is loaded on first hover. In browsers with view transitions the picture
 * grows into that of the product's page.
 */
export function ProductCard({ product, loading, sizes = gridSizes, withCategory = false }: ProductCardProps) {
  const [isNear, setIsNear] = useState(false)
  const [isChosen, setIsChosen] = useState(false)
  const path = productPath(product)
  const isOpening = useIsOpening(path) && isChosen
  const [picture, secondPicture] = productPictures(product)
  const isSoldOut = product.stock < 1
  const rating = product.rating && product.rating.count >= ENOUGH_REVIEWS ? product.rating : undefined

  function handlePointerEnter(event: PointerEvent) {
    if (event.pointerType === 'mouse') setIsNear(true)
  }

  return (
    <article className="group product-card" onPointerEnter={handlePointerEnter}>
      <div className="card-picture" style={isOpening ? { viewTransitionName: pictureName(product._id) } : undefined}>
        <Picture
          picture={picture}
          alt=""
          sizes={sizes}
          upTo={800}
          loading={loading}
          className={isSoldOut ? 'opacity-60' : undefined}
        />
        {isNear && secondPicture && !isSoldOut && (
          <Picture
            picture={secondPicture}
            alt=""
            sizes={sizes}
            upTo={800}
            loading="eager"
            className="absolute! inset-0 opacity-0 transition-opacity duration-300 group-hover:opacity-100"
          />
        )}
        <SaleTag product={product} className="absolute top-3 left-3" />
        {isSoldOut && (
          <span className="picture-tag absolute bottom-3 left-3 bg-surface dark:bg-tile">Out of stock</span>
        )}
      </div>
      <div>
        <Link dir="auto" to={path} viewTransition onClick={() => setIsChosen(true)} className="card-link">
          {product.name}
        </Link>
        <Price product={product} />
        <UnitPrice product={product} />
        <CardSwatches options={product.options} />
        {(withCategory || rating) && (
          <span className="card-note">
            {withCategory && <span dir="auto">{product.category.name}</span>}
            {rating && <CardRating {...rating} />}
          </span>
        )}
      </div>
    </article>
  )
}

function CardSwatches({ options = [] }: Pick<CardProduct, 'options'>) {
  const swatches = options.flatMap(swatchesOf).slice(0, 4)
  if (swatches.length === 0) return null
  return (
    <span role="img" aria-label={swatches.map(({ name }) => name).join(', ')} className="flex gap-1 py-0.5">
      {swatches.map(({ name, swatch }) => (
        <i key={name} className="size-3 rounded-full border border-ink/20" style={{ background: swatch }} />
      ))}
    </span>
  )
}

function CardRating({ average, count }: { average: number; count: number }) {
  const stars = average.toFixed(1)
  return (
    <span role="img" aria-label={`Rated ${stars} out of 5 from ${countLabel(count, 'review')}`}>
      <i>★</i> <span>{`${stars} (${count})`}</span>
    </span>
  )
}
