import { DEFAULT_PAGE_SIZE } from '@mela/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { OrderList } from '../../features/orders/order-list.tsx'
import { ownOrdersQuery } from '../../features/orders/orders.api.ts'
import { paths } from '../../lib/paths.ts'
import { Async } from '../../ui/async.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagingBar } from '../../ui/paging-bar.tsx'
import { ProfileRows } from './profile-rows.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Which page is a matter of the address; a bar stands once there is more than one page of the smallest size. */
export function OrdersSection() {
  const [params] = useSearchParams()
  const page = { page: params.get('page') ?? '1', size: params.get('size') ?? String(DEFAULT_PAGE_SIZE) }
  const orders = useQuery({ ...ownOrdersQuery(page), placeholderData: keepPreviousData })

  return (
    <ProfileSection id="orders" title="Orders">
      <Async
        query={orders}
        loading={<ProfileRows />}
        error="Something went wrong, please try again later..."
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          <EmptyState icon={Package} text="You haven't placed any orders yet.">
            <ButtonLink to={paths.home} variant="outline" size={40}>
              Look around the shop
            </ButtonLink>
          </EmptyState>
        }
      >
        {({ data, meta }) => (
          <div className="grid gap-4">
            {data.length > 0 ? <OrderList orders={data} /> : <EmptyState icon={Package} text="No orders found." />}
            {meta.total > DEFAULT_PAGE_SIZE && <PagingBar meta={meta} basePath={paths.profile} params={params} />}
          </div>
        )}
      </Async>
    </ProfileSection>
  )
}
