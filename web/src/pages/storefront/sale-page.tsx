import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { productsOnSaleQuery } from '../../features/catalog/catalog.api.ts'
import { listAddress } from '../../features/catalog/list-address.ts'
import { PagedProducts } from '../../features/catalog/paged-products.tsx'
import { load } from '../../lib/page-data.ts'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

const text = 'Everything that costs less just now, while it lasts. The lower price is the one you pay.'

export async function loadSalePage(args: LoaderFunctionArgs) {
  await load(args, productsOnSaleQuery(listAddress(new URL(args.request.url).searchParams)))
  return null
}

export function SalePage() {
  const [params] = useSearchParams()
  const products = useQuery(productsOnSaleQuery(listAddress(params)))

  return (
    <div className="shell grid gap-8 md:gap-12">
      <div className="-mx-(--gutter) grid gap-2 bg-banner px-(--gutter) py-9 text-on-brand md:mx-0 md:rounded-hero md:px-12 md:py-12">
        <PageTitle title="Sale" description={text} heading="The festive sale" />
        <p className="max-w-[52ch]">{text}</p>
      </div>
      <PagedProducts query={products} basePath={paths.sale} empty={<EmptyState text="No products found." />} />
    </div>
  )
}
