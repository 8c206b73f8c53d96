import { orderStatuses, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useListParams } from '../../../lib/list-params.ts'
import { listQuery } from '../../../lib/query-keys.ts'
import { humanise } from '../../../lib/staff-format.ts'
import { Spinner } from '../../../ui/layout.tsx'
import { ListBar } from '../../../ui/list-bar.tsx'
import { ListFilter } from '../../../ui/list-filters.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Section, SectionAction, useList } from '../layout/section.tsx'
import { orderColumns } from './order-columns.tsx'

const links = [
  { to: staffPaths.orders, label: 'All', only: undefined, empty: 'No orders found.' },
  { to: staffPaths.deliveredOrders, label: 'Delivered', only: 'delivered', empty: 'No delivered orders found.' },
  { to: staffPaths.cancelledOrders, label: 'Cancelled', only: 'cancelled', empty: 'No cancelled orders found.' },
  { to: staffPaths.refundedOrders, label: 'Refunded', only: 'refunded', empty: 'No refunded orders found.' },
  { to: staffPaths.refundsDue, label: 'Refund due', only: 'owed', empty: 'No refunds are due.' },
  { to: staffPaths.ordersToReview, label: 'To review', only: 'review', empty: 'No orders wait for a review.' },
] as const
const readyToShip = {
  to: staffPaths.readyToShip,
  label: 'Ready to Ship',
  only: 'processing',
  empty: 'No orders are ready to ship.',
} as const

export function OrdersPage() {
  const { only, empty } = useList([...links, readyToShip])
  const { params, query: paging } = useListParams()
  const asked = only ? undefined : orderStatuses.find(status => status === params.get('status'))
  const flag = only === 'owed' || only === 'review' ? only : undefined
  const status = flag ? undefined : orderStatuses.find(status => status === (only ?? asked))
  const query = { ...paging, flag: flag ?? '' }
  const orders = useQuery(
    status
      ? listQuery('GET /orders/status/:status', { params: { status }, query })
      : listQuery('GET /orders', { query }),
  )

  return (
    <Section
      title="Orders"
      links={links}
      action={<SectionAction label={readyToShip.label} icon={PackageCheck} to={readyToShip.to} />}
    >
      <ListBar label="Search orders">
        {!only && (
          <ListFilter
            label="Status"
            name="status"
            any="Any status"
            value={asked ?? ''}
            options={orderStatuses.map(value => ({ value, label: humanise(value) }))}
          />
        )}
      </ListBar>
      <PagedTable
        query={orders}
        sortedBy="-created"
        caption="Orders"
        columns={orderColumns}
        keyOf={({ _id }) => _id}
        loading={<FullScreenNote>Loading orders, please wait a moment...</FullScreenNote>}
        empty={empty}
      />
    </Section>
  )
}

const LATE_MS = 1000

/** A note that covers the screen once the list is late; it has no place in the layout, so that nothing moves. */
function FullScreenNote({ children }: { children: string }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null

  return createPortal(
    <div className="fixed inset-0 z-dialog grid place-items-center bg-paper p-4">
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner /> <span>{children}</span>
      </p>
    </div>,
    document.body,
  )
}
