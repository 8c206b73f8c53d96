import { type CustomerOverview, type OrderSummary, orderName, staffPaths } from '@mela/contract'
import { Monitor, Smartphone } from 'lucide-react'
import type { ComponentProps } from 'react'
import { call } from '../../../lib/api.ts'
import { countLabel, priceText } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
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

export function DeviceList({ userId, sessions }: { userId: string; sessions: CustomerOverview['sessions'] }) {
  const after = useRefreshAfter('customers')
  const params = { id: userId }
  const end = (answer: Promise<{ message: string }>, sessionId?: string) =>
    toastAnswer(after(answer), 'Something went wrong, please try again later.', sessionId)

  return (
    <Card
      title="Devices"
      action={
        sessions.length > 1 && (
          <Button
            variant="outline"
            size={32}
            loading={false}
            onClick={() => end(call('DELETE /users/:id/sessions', { params }))}
          >
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.length === 0 && <p className="text-ink-2">Not signed in anywhere.</p>}
      <ul className="grid max-h-110 divide-y divide-line overflow-y-auto">
        {sessions.map(({ _id, device, createdAt, lastUsedAt }) => {
          const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
          return (
            <li key={_id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Icon className="text-ink-2" />
              <div className="min-w-0 grow">
                <p className="font-medium">{device}</p>
                <p className="type-small text-ink-2">
                  Since <Time value={createdAt} />, last used <Time value={lastUsedAt} style="date-time" />
                </p>
              </div>
              <Button
                variant="outline"
                size={32}
                aria-label={`Sign out ${device}`}
                loading={false}
                onClick={() =>
                  end(call('DELETE /users/:id/sessions/:sessionId', { params: { id: userId, sessionId: _id } }), _id)
                }
              >
                Sign out
              </Button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
