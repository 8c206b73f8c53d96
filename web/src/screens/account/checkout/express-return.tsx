import { ADDRESSES_PER_USER, type Address, notSold, paths, type ShippingAddress, sellsTo } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { addressesQuery } from '../../../shared/addresses/addresses.api.ts'
import { currentCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress } from '../../../shared/cart/change-cart.ts'
import { chooseForOrder, currentChoices } from '../../../shared/cart/choices.store.ts'
import { noteGuest } from '../../../shared/session/guest.store.ts'
import { toastRefusal, toastWarning } from '../../../ui/toast.tsx'
import { CheckoutSkeleton } from './checkout-layout.tsx'
import { addressKey } from './last-delivery.ts'

/** It was begun in another browser, or too long ago. */
const UNKNOWN = 'This payment cannot go on in this browser. Nothing was charged: please choose how to pay.'

/** Back from the provider: takes over who buys and where it goes, and opens the card of what is missing. */
export function ExpressReturn() {
  const user = useCurrentUser()
  const { countries } = useShop()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { key } = useLocation()
  const begun = useRef<string>(undefined)

  async function takeOver(): Promise<string> {
    const { express } = currentChoices()
    const payer = search.get('PayerID')
    if (!express && payer) toastWarning(UNKNOWN)
    if (!express || !payer) return paths.shipping
    // Back leads to the provider, which leads here again.
    if (express.isApproved) return currentCart().address ? paths.checkout : paths.shipping
    const { gateway, ticket } = express
    const body = { ticket, payer }
    const { data } = await call('POST /payments/:gateway/express/buyer', { params: { gateway }, body })
    const told = toldBy(data.address)
    const address = data.isComplete ? (user ? await ownAddress(told) : told) : null
    if (!user) noteGuest({ email: data.email, address })
    chooseAddress(address)
    const approved = { ...express, ticket: data.ticket, isApproved: true, address: address ? null : told }
    chooseForOrder({ gateway, express: approved })
    return address ? paths.checkout : paths.shipping
  }

  /** The lines of a country that the shop does not sell to are of no use in another one. */
  function toldBy(address: ShippingAddress): Address {
    if (sellsTo(countries, address)) return { _id: '', ...address }
    toastWarning(notSold(address.country))
    return { _id: '', ...address, building: '', street: '', city: '', state: '', pinCode: '' }
  }

  /** An account orders to an address of its own list, unless that is full. */
  async function ownAddress({ _id, ...body }: Address): Promise<Address> {
    const own = await queryClient.fetchQuery({ ...addressesQuery(), staleTime: 0 })
    const known = own.find(one => addressKey(one) === addressKey({ ...body }))
    if (known) return known
    if (own.length >= ADDRESSES_PER_USER) return { _id: '', ...body }
    const { data } = await call('POST /users/current-user/addresses', { body })
    await refresh(queryClient, 'users')
    return data
  }

  const begin = useEffectEvent(async (visit: string) => {
    if (begun.current === visit) return
    begun.current = visit
    try {
      await navigate(await takeOver(), { replace: true })
    } catch (error) {
      toastRefusal(error)
      await navigate(paths.cart, { replace: true })
    }
  })
  useEffect(() => void begin(key), [key])

  return <CheckoutSkeleton />
}
