import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { isMissing } from '../../../lib/api.ts'
import { Async } from '../../../ui/async.tsx'
import { Section } from '../layout/section.tsx'
import { productLinks } from '../products/products.api.ts'
import { staffProductQuery } from './product.api.ts'
import { ProductScreen, ProductSkeleton } from './product-form.tsx'

/** A new product, or with `from` a copy of another one. */
export function NewProductPage() {
  const [params] = useSearchParams()
  const from = params.get('from')

  return (
    <Section title="New Product" links={productLinks} isNarrow>
      {from ? <Copy key={from} from={from} /> : <ProductScreen />}
    </Section>
  )
}

function Copy({ from }: { from: string }) {
  const original = useQuery(staffProductQuery(from))

  return (
    <Async query={original} loading={<ProductSkeleton />}>
      {original => (isMissing(original) ? <ProductScreen /> : <ProductScreen original={original} />)}
    </Async>
  )
}
