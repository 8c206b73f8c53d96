import { type StaffOrder, staffPaths } from '@mela/contract'
import type { ComponentProps } from 'react'
import type { Elements } from '../../../ui/cx.ts'
import { Loaded, NothingHere } from '../layout/loaded.tsx'

interface LoadedOrderProps {
  query: ComponentProps<typeof Loaded<StaffOrder>>['query']
  children: (order: StaffOrder) => Elements
}

export function LoadedOrder({ query, children }: LoadedOrderProps) {
  return (
    <Loaded
      query={query}
      loading="Loading order..."
      missing={<NothingHere message="Error: Order not found." to={staffPaths.orders} list="All orders" />}
    >
      {children}
    </Loaded>
  )
}
