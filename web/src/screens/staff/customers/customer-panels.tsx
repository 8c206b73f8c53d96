import { type CustomerOverview, type OrderSummary, orderName, staffPaths } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { countLabel, priceText } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Card } from '../../../ui/headings.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Badge } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'
import { overviewQuery } from './customers.api.ts'

const columns: Column<OrderSummary>[] = [
  {
    key: 'id',
    head: 'Order Id',
    cell: ({ _id, number }) => (
      <Link
        to={staffPaths.order(_id)}
        className="wrap-anywhere inline-flex min-h-8 items-center font-mono text-[0.8125rem] text-info underline-offset-3 hover:underline pointer-coarse:min-h-11"
      >
        {orderName({ _id, number })}
      </Link>
    ),
  },
  {
    key: 'date',
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
    key: 'status',
    head: 'Status',
    inCard: 'max-md:row-start-1 max-md:col-start-2 max-md:justify-self-end',
    cell: ({ status }) => <Badge status={status} />,
  },
  {
    key: 'total',
    head: 'Cart Value',
    align: 'right',
    inCard: 'max-md:row-start-2 max-md:col-start-2',
    cell: ({ totalAmount, currency }) => priceText(totalAmount, currency),
  },
]

interface CustomerOrdersProps {
  userId: string
  orders: ComponentProps<typeof PagedTable<OrderSummary>>['query']
  /** The query of the page's address. */
  params: URLSearchParams
}

export function CustomerOrders({ userId, orders, params }: CustomerOrdersProps) {
  return (
    <section aria-label="Orders" className="grid content-start gap-3">
      <h2 className="font-semibold text-base">Orders</h2>
      <PagedTable
        caption="Orders"
        query={orders}
        path={staffPaths.customer(userId)}
        params={params}
        columns={columns}
        keyOf={({ _id }) => _id}
        error="Something went wrong, please try reloading the page."
        empty="No orders found."
        isPaged={(orders.data?.meta.total ?? 0) > 8}
      />
    </section>
  )
}

interface DeviceListProps {
  userId: string
  sessions: CustomerOverview['sessions']
}

/** A customer's sessions, with buttons that end them. */
export function DeviceList({ userId, sessions }: DeviceListProps) {
  const end = useSignOut(userId)

  async function handleEnd(sessionId?: string) {
    try {
      toastSuccess((await end.mutateAsync(sessionId)).message, sessionId)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again later.', sessionId)
    }
  }

  const isEnding = (sessionId?: string) => end.isPending && end.variables === sessionId

  return (
    <Card
      title="Devices"
      action={
        sessions.length > 1 && (
          <Button variant="outline" size={32} loading={isEnding()} onClick={() => void handleEnd()}>
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
                loading={isEnding(_id)}
                onClick={() => void handleEnd(_id)}
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

/** Signs out one device, or all without an id. */
function useSignOut(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined
        ? call('DELETE /users/:id/sessions', { params: { id } })
        : call('DELETE /users/:id/sessions/:sessionId', { params: { id, sessionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: overviewQuery(id).queryKey }),
  })
}
