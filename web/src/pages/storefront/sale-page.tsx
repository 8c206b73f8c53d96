import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { facetsQuery, productsOnSaleQuery } from '../../features/catalog/catalog.api.ts'
import { listAddress, shelfAt } from '../../features/catalog/list-address.ts'
import { ProductShelf } from '../../features/catalog/product-shelf.tsx'
import { load } from '../../lib/page-data.ts'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

const text = 'Everything that costs less just now, while it lasts. The lower price is the one you pay.'

function queriesOf(params: URLSearchParams) {
  const address = listAddress(params)
  return { products: productsOnSaleQuery(address), facets: facetsQuery({ ...address, onSale: 'true' }) }
}

export async function loadSalePage(args: LoaderFunctionArgs) {
  const { products, facets } = queriesOf(new URL(args.request.url).searchParams)
  await load(args, products, facets)
  return null
}

export function SalePage() {
  const [params] = useSearchParams()
  const { products, facets } = queriesOf(params)

  return (
    <div className="shell grid grid-cols-1 gap-8 md:gap-12">
      <div className="-mx-(--gutter) grid gap-2 bg-banner px-(--gutter) py-9 text-on-brand md:mx-0 md:rounded-hero md:px-12 md:py-12">
        <PageTitle title="Sale" description={text} heading="The festive sale" />
        <p className="max-w-[52ch]">{text}</p>
      </div>
      <ProductShelf
        shelf={shelfAt(paths.sale, params, 'onSale')}
        products={useQuery(products)}
        facets={useQuery(facets)}
        empty={<EmptyState text="No products found." />}
      />
    </div>
  )
}
