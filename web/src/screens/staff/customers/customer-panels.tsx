import { type CustomerOverview, type OrderSummary, orderName, staffPaths } from '@mela/contract'
import type { ComponentProps } from 'react'
import { call } from '../../../lib/api.ts'
import { countLabel, priceText } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { DeviceList, TRY_LATER } from '../../../shared/session/device-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, IdLink } from '../../../ui/data-table.tsx'
import { Card } from '../../../ui/headings.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Badge } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'

const columns: Column<OrderSummary>[] = [
  {
    head: 'Order Id',
    cell: ({ _id, number }) => <IdLink to={staffPaths.order(_id)}>{orderName({ _id, number })}</IdLink>,
  },
  {
    head: 'Placed',
    className: 'text-ink-2',
    inCard: 'max-md:row-start-2',
    cell: ({ createdAt, products }) => (
      <span>
        <Time value={createdAt} /> · <span>{countLabel(products.length, 'product')}</span>
      </span>
    ),
  },
  {
    head: 'Status',
    inCard: 'max-md:row-start-1 max-md:col-start-2 max-md:justify-self-end',
    cell: ({ status }) => <Badge status={status} />,
  },
  {
    head: 'Cart Value',
    align: 'right',
    inCard: 'max-md:row-start-2 max-md:col-start-2',
    cell: ({ totalAmount, currency }) => priceText(totalAmount, currency),
  },
]

export function CustomerOrders({ orders }: { orders: ComponentProps<typeof PagedTable<OrderSummary>>['query'] }) {
  return (
    <section aria-label="Orders" className="grid content-start gap-3">
      <h2 className="font-semibold text-base">Orders</h2>
      <PagedTable
        caption="Orders"
        query={orders}
        columns={columns}
        keyOf={({ _id }) => _id}
        empty="No orders found."
        isPaged={(orders.data?.meta.total ?? 0) > 8}
      />
    </section>
  )
}

export function Devices({ userId, sessions }: { userId: string; sessions: CustomerOverview['sessions'] }) {
  const after = useRefreshAfter('customers')
  const params = { id: userId }
  const endAll = () => after(call('DELETE /users/:id/sessions', { params }))
  const end = (sessionId: string) =>
    after(call('DELETE /users/:id/sessions/:sessionId', { params: { ...params, sessionId } }))

  return (
    <Card
      title="Devices"
      action={
        sessions.length > 1 && (
          <Button variant="outline" size={32} loading={false} onClick={() => toastAnswer(endAll(), TRY_LATER)}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.length === 0 && <p className="text-ink-2">Not signed in anywhere.</p>}
      <DeviceList sessions={sessions} since="Since" signOut={end} />
    </Card>
  )
}
