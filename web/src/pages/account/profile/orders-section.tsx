import { DEFAULT_PAGE_SIZE, type OwnOrderSummary, type PageMeta, paths } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { OrderList } from '../../../features/shop/orders/order-list.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagingBar } from '../../../ui/table/paging-bar.tsx'
import { ProfileSection } from './profile-section.tsx'

interface OrdersSectionProps {
  orders: UseQueryResult<{ data: OwnOrderSummary[]; meta: PageMeta }>
  /** The query of the page's address. */
  params: URLSearchParams
}

/** The paging bar is shown with more than one page of the smallest size. */
export function OrdersSection({ orders, params }: OrdersSectionProps) {
  return (
    <ProfileSection id="orders" title="Orders">
      <Async
        query={orders}
        loading={null}
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
