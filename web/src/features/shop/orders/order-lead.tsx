import { orderName, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { untilKnown, useHydrated } from '../../../lib/browser/hydrated.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Link } from '../../../lib/link.tsx'
import { cx } from '../../../ui/layout/cx.ts'
import { ownOrdersNamedQuery } from './orders.api.ts'

interface OrderLeadProps {
  /** What may be the name of an order. */
  name: string
  /** Whether no product was found by it: then the order must be meant. */
  isSought: boolean
}

/** Leads customers to their own order of this name, and visitors, who are told nothing about orders, to the login. */
export function OrderLead({ name, isSought }: OrderLeadProps) {
  const user = useCurrentUser()
  const isHydrated = useHydrated()
  const { pathname, search } = useLocation()
  const { data: orders = [] } = useQuery({ ...ownOrdersNamedQuery(name), enabled: user !== null })
  const [order, another] = user ? orders : []

  if (order && !another && isSought) return <Navigate to={paths.pay(order._id)} replace />
  if (user) {
    return orders.map(order => (
      <p key={order._id}>
        <Link to={paths.pay(order._id)} className="underline underline-offset-3">
          {`Order ${orderName(order)}`}
        </Link>
      </p>
    ))
  }
  if (!isSought) return null
  return (
    <p className={cx('text-ink-2', untilKnown(isHydrated))}>
      Looking for an order?{' '}
      <Link to={paths.login(pathname + search)} className="underline underline-offset-3">
        Log in
      </Link>{' '}
      <span>to see yours.</span>
    </p>
  )
}
