import { DEFAULT_PAGE_SIZE, type OwnOrderSummary, orderName, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Package } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { countLabel, priceText } from '../../../lib/format.ts'
import { Link } from '../../../lib/link.tsx'
import { listQuery } from '../../../lib/query-keys.ts'
import { CONFIRM_FIRST, emailConfirmationQuery } from '../../../shared/session/email-confirmation.tsx'
import { Async } from '../../../ui/async.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/notice.tsx'
import { PagingBar } from '../../../ui/paging-bar.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Badge } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { ProfileSection } from './profile-parts.tsx'

/** Small screens show one picture, wide ones this many. */
const MOST_PICTURES = 3

/** The page of the customer's own orders that the address names, newest first. */
export function useOwnOrders() {
  const [params] = useSearchParams()
  const query = { page: params.get('page') ?? '1', size: params.get('size') ?? String(DEFAULT_PAGE_SIZE) }
  return useQuery(listQuery('GET /orders/current-user', { query }))
}

/** The paging bar is shown with more than one page of the smallest size. */
export function OrdersSection() {
  const [params] = useSearchParams()
  const { data: confirmation } = useQuery(emailConfirmationQuery())
  return (
    <ProfileSection id="orders" title="Orders">
      <Async
        query={useOwnOrders()}
        loading={null}
        error="Something went wrong, please try again later..."
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          <EmptyState icon={Package} text="You haven't placed any orders yet.">
            {confirmation?.confirmed === false && <p className="text-center text-ink-2">{CONFIRM_FIRST}</p>}
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

/** Each row is one link; the pay page is a document of its own, because its script and popup policy differs. */
function OrderList({ orders }: { orders: readonly OwnOrderSummary[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {orders.map(order => (
        <li key={order._id}>
          <Link
            to={paths.pay(order._id)}
            reloadDocument
            className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-4 sm:grid-cols-[12.5rem_minmax(0,1fr)_7.5rem_7rem_auto]"
          >
            <Pictures products={order.products} />
            <span className="grid gap-1">
              <span className="type-ui wrap-anywhere line-clamp-2 underline-offset-3 group-hover:underline">
                {boughtText(order.products)}
              </span>
              <span className="type-small text-ink-2 tabular-nums">
                <span>{`Order ${orderName(order)} · `}</span>
                <Time value={order.createdAt} />
              </span>
            </span>
            <span className="max-sm:col-start-2 max-sm:row-start-2">
              <Badge status={order.status} />
            </span>
            <span className="type-ui justify-self-end tabular-nums max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1">
              {priceText(order.totalAmount, order.currency)}
            </span>
            <ChevronRight className="text-ink-3 max-sm:hidden" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Pictures({ products }: Pick<OwnOrderSummary, 'products'>) {
  return (
    <span className="flex gap-1.5 max-sm:row-span-2">
      {products.slice(0, MOST_PICTURES).map(({ variant, thumbnail }, index) => (
        <Picture
          key={variant}
          picture={thumbnail}
          alt=""
          sizes="64px"
          className={cx('w-16! rounded-control', index > 0 && 'max-sm:hidden!')}
        />
      ))}
    </span>
  )
}

/** 'Linen kurta and 2 more products'. */
function boughtText([first, ...others]: OwnOrderSummary['products']): string {
  if (!first) return 'Nothing'
  return others.length > 0 ? `${first.name} and ${countLabel(others.length, 'more product')}` : first.name
}
