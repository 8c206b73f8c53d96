import type { Media, Priced, Product } from '@mela/contract'
import { Maximize2 } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHydrated } from '../../../lib/hydrated.ts'
import { pictureName, productPictures } from '../../../lib/stored-product.ts'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SaleTag } from '../../../ui/price.tsx'

const ZoomDialog = lazyPart(async () => (await import('./zoom-dialog.tsx')).ZoomDialog)

interface ProductGalleryProps {
  product: Product
  priced: Priced
  /** URL of the picture of the present choice; the picture of the first choice is first in the gallery. */
  shown: string | undefined
}

export function ProductGallery({ product, priced, shown }: ProductGalleryProps) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isZoomed, setIsZoomed] = useState(false)
  const [first] = useState(shown)
  const pictures = productPictures(product).toSorted((a, b) => Number(b.url === first) - Number(a.url === first))
  const shownIndex = pictures.findIndex(({ url }) => url === shown)
  // Only for navigation within the shop, where a card's picture grows; HTML validators do not know the property yet.
  const transition = useHydrated() ? { viewTransitionName: pictureName(product._id) } : undefined

  const isMounted = useRef(false)
  useEffect(() => {
    const list = track.current
    if (!list) return
    // On mount the scroll position counts: the visitor may have swiped before hydration. The choice's picture is first.
    if (!isMounted.current) setCurrent(shownIn(list))
    else if (shownIndex >= 0) scrollTo(list, shownIndex)
    isMounted.current = true
  }, [shownIndex])

  function show(index: number) {
    setCurrent(index)
    if (track.current) scrollTo(track.current, index)
  }

  /** Focuses the picture that the dialog showed last, which may differ from the pressed one. */
  function handleZoomClose(index = current) {
    flushSync(() => setIsZoomed(false))
    show(index)
    track.current?.children[index]?.querySelector('button')?.focus({ preventScroll: true })
  }

  return (
    <div>
      <div
        className="relative -mx-(--gutter) overflow-hidden bg-tile has-[.no-photo]:bg-transparent md:mx-0 md:rounded-tile"
        style={transition}
      >
        <ul
          ref={track}
          aria-label={`Pictures of ${product.name}`}
          className="flex snap-x snap-mandatory overflow-x-auto max-md:gap-1 [scrollbar-width:none] motion-safe:scroll-smooth"
          onScroll={({ currentTarget }) => setCurrent(shownIn(currentTarget))}
        >
          {(pictures.length > 0 ? pictures : [null]).map((picture, index) => (
            <li
              key={picture?._id ?? 'none'}
              className={cx('w-full shrink-0 snap-start', pictures.length > 1 && 'max-md:w-[calc(100%-1.25rem)]')}
            >
              <Slide
                picture={picture}
                name={product.name}
                isFirst={index === 0}
                isCurrent={index === current}
                onZoom={() => setIsZoomed(true)}
              />
            </li>
          ))}
        </ul>
        <SaleTag product={priced} className="absolute top-4 left-4" />
        {pictures.length > 0 && (
          <span className="on-tile pointer-events-none absolute top-4 right-4 grid max-md:right-8 size-11 place-items-center rounded-full bg-[oklch(1_0_0/85%)]">
            <Maximize2 className="size-4.5" />
          </span>
        )}
      </div>
      {pictures.length > 1 && <Thumbnails pictures={pictures} current={current} onSelect={show} />}
      {isZoomed && (
        <Suspense>
          <ZoomDialog pictures={pictures} name={product.name} start={current} onClose={handleZoomClose} />
        </Suspense>
      )}
    </div>
  )
}

/** Pixels from one picture to the next; on phones less than the list's width, so that the next one is seen. */
const stepOf = (list: HTMLElement) =>
  (list.children[1] instanceof HTMLElement && list.children[1].offsetLeft) || list.clientWidth
const shownIn = (list: HTMLElement) => Math.round(list.scrollLeft / stepOf(list)) || 0
const scrollTo = (list: HTMLElement, index: number) => list.scrollTo({ left: index * stepOf(list) })

const gallerySizes = '(width >= 90rem) 760px, (width >= 64rem) 55vw, 100vw'

interface SlideProps {
  picture: Media | null
  name: string
  isFirst: boolean
  isCurrent: boolean
  onZoom: () => void
}

function Slide({ picture, name, isFirst, isCurrent, onZoom }: SlideProps) {
  const image = (
    <Picture
      picture={picture}
      alt={picture?.alt || name}
      sizes={gallerySizes}
      loading={isFirst ? 'high' : 'lazy'}
      className="max-h-[56svh] md:max-h-none"
    />
  )
  if (!picture) return image

  return (
    <button
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      className="block w-full cursor-zoom-in! -outline-offset-4"
      onClick={onZoom}
    >
      {image}
      <span className="sr-only">Show full screen</span>
    </button>
  )
}

interface ThumbnailsProps {
  pictures: readonly Media[]
  current: number
  onSelect: (index: number) => void
}

function Thumbnails({ pictures, current, onSelect }: ThumbnailsProps) {
  return (
    <ul className="flex flex-wrap gap-3 pt-3">
      {pictures.map((picture, index) => (
        <li key={picture._id}>
          <button
            type="button"
            aria-label={`Show picture ${index + 1} of ${pictures.length}`}
            aria-current={index === current}
            className={cx(
              'block size-12 overflow-hidden rounded-control ring-offset-2 ring-offset-paper md:size-18',
              index === current && 'ring-2 ring-ink',
            )}
            onClick={() => onSelect(index)}
          >
            <Picture picture={picture} alt="" sizes="72px" upTo={400} />
          </button>
        </li>
      ))}
    </ul>
  )
}
