import { paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import wide760Avif from '../../../assets/banner-760.avif'
import wide760 from '../../../assets/banner-760.webp'
import wide1520Avif from '../../../assets/banner-1520.avif'
import wide1520 from '../../../assets/banner-1520.webp'
import { load } from '../../../lib/page-data.ts'
import { useIsFestive } from '../../../lib/shop.ts'
import { facetsQuery, productsOnSaleQuery, saleFiguresQuery } from '../../../shared/catalog/catalog.api.ts'
import { filtersAt, listAddress } from '../../../shared/catalog/list-address.ts'
import { ProductListing } from '../../../shared/catalog/product-listing.tsx'
import { cx } from '../../../ui/cx.ts'
import { PageTitle } from '../../../ui/headings.tsx'

const text = 'Everything that costs less just now, while it lasts. The lower price is the one you pay.'
const wide = { sizes: '(width >= 48rem) 45vw, 60vw', width: 1520, height: 1216 }

function queriesOf(params: URLSearchParams) {
  const address = listAddress(params)
  return { products: productsOnSaleQuery(address), facets: facetsQuery({ ...address, onSale: 'true' }) }
}

export function loader(args: LoaderFunctionArgs) {
  const { products, facets } = queriesOf(new URL(args.request.url).searchParams)
  return load(args, products, facets, saleFiguresQuery())
}

export function SalePage() {
  const [params] = useSearchParams()
  const { products, facets } = queriesOf(params)
  const { data: figures } = useQuery(saleFiguresQuery())

  return (
    <div className="shell grid grid-cols-1 gap-8 md:gap-12">
      <SaleBand highestPercent={figures?.highestPercent ?? 0} />
      <ProductListing scope={filtersAt(paths.sale, params, 'onSale')} products={products} facets={facets} />
    </div>
  )
}

/** The head of the sale page: home's banner with less emphasis. */
function SaleBand({ highestPercent }: { highestPercent: number }) {
  const isFestive = useIsFestive()
  return (
    <div className="-mx-(--gutter) relative grid overflow-hidden bg-banner text-on-brand md:mx-0 md:rounded-hero">
      {isFestive && (
        <picture>
          <source type="image/avif" srcSet={`${wide760Avif} 760w, ${wide1520Avif} 1520w`} {...wide} />
          <img
            src={wide760}
            srcSet={`${wide760} 760w, ${wide1520} 1520w`}
            {...wide}
            alt=""
            fetchPriority="high"
            className="absolute inset-y-0 right-0 h-full w-[52%] object-cover object-[62%_70%] [mask-image:linear-gradient(to_right,transparent,black_45%)] md:w-[45%] md:[mask-image:linear-gradient(to_right,transparent,black_25%)]"
          />
        </picture>
      )}
      <div className="relative grid content-center gap-2 py-9 pr-[44%] pl-(--gutter) md:min-h-64 md:px-12 md:py-12">
        <PageTitle title="Sale" description={text} heading={isFestive ? 'The festive sale' : 'Sale'} />
        {highestPercent > 0 && (
          <p className={cx('type-h3', isFestive && 'text-marigold')}>{`Up to ${highestPercent}% off`}</p>
        )}
        <p className="max-w-[40ch] max-md:hidden">{text}</p>
      </div>
    </div>
  )
}
