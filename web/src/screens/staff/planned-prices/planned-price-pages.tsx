import { staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { foundIn } from '../../../lib/api.ts'
import { subjectQuery } from '../../../lib/query-keys.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Section } from '../layout/section.tsx'
import { productLinks } from '../products/products.api.ts'
import { PlannedPriceForm } from './planned-price-form.tsx'
import { EndButton } from './planned-prices-page.tsx'

export function NewPlannedPricePage() {
  const [params] = useSearchParams()
  const products = params.get('products')?.split(',').filter(Boolean) ?? []

  return (
    <Section title="Plan a sale" links={productLinks} isNarrow>
      <BackLink to={backToSales.to}>{backToSales.label}</BackLink>
      <PlannedPriceForm key={products.join()} products={products} />
    </Section>
  )
}

export function EditPlannedPricePage() {
  const { planId = '' } = useParams()
  const plan = useQuery(subjectQuery('GET /planned-prices/:id', { params: { id: planId } }))
  const found = foundIn(plan.data)

  return (
    <Section
      title={found?.name ?? 'Planned sale'}
      links={productLinks}
      isNarrow
      action={found?.state === 'running' && <EndButton plan={found} />}
    >
      <BackLink to={backToSales.to}>{backToSales.label}</BackLink>
      <Loaded query={plan} missing="Planned sale not found.">
        {plan => <PlannedPriceForm key={`${plan._id} ${plan.state}`} plan={plan} />}
      </Loaded>
    </Section>
  )
}

const backToSales = { to: staffPaths.plannedPrices, label: 'Planned sales' }
