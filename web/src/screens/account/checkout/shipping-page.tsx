import { paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useShop } from '../../../lib/shop.ts'
import { AddressCard, AddressDialog, AddressForm } from '../../../shared/addresses/address-form.tsx'
import { addressesQuery, useKnownAddress } from '../../../shared/addresses/addresses.api.ts'
import { cartCheckQuery } from '../../../shared/cart/cart.api.ts'
import { chooseAddress } from '../../../shared/cart/cart.store.ts'
import { usePricedCart } from '../../../shared/cart/cart-amounts.ts'
import { CartChangesNote } from '../../../shared/cart/cart-notes.tsx'
import { OrderSummary } from '../../../shared/orders/order-totals.tsx'
import { UnpaidOrdersNote, useUnpaidOrders } from '../../../shared/orders/unpaid-orders-note.tsx'
import { Async } from '../../../ui/async.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { SubmitButton } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/headings.tsx'
import { Together } from '../../../ui/layout.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { CheckoutColumns, CheckoutSkeleton, findObstacle, StepButton } from './checkout-layout.tsx'

export function ShippingPage() {
  const { cart, summary } = usePricedCart()
  const addresses = useQuery(addressesQuery())
  const check = useQuery({ ...cartCheckQuery(), refetchOnMount: 'always' })
  const unpaid = useUnpaidOrders()
  const [isAdding, setIsAdding] = useState(false)
  useKnownAddress(addresses, true)
  const shop = useShop()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [only, ...others] = addresses.data ?? []
  const isDecided = only !== undefined && others.length === 0 && only._id === cart.address?._id
  // The check stores new prices, so that the review's own check would find nothing to tell.
  const isUnchanged = check.isFetchedAfterMount && Object.keys(check.data ?? {}).length === 0
  if (state?.isOnTheWay && isDecided && isUnchanged && !findObstacle(shop, cart)) {
    return <Navigate to={paths.checkout} replace />
  }

  return (
    <>
      <Together queries={[addresses, check, { isPending: !unpaid }]} loading={<CheckoutSkeleton />}>
        <CheckoutColumns
          summary={
            cart.items.length > 0 ? (
              <OrderSummary {...summary} />
            ) : (
              <EmptyState text="Your cart is empty. There is nothing to order yet.">
                <ButtonLink to={paths.home} variant="outline" size={40}>
                  Look around the shop
                </ButtonLink>
              </EmptyState>
            )
          }
          action={
            cart.items.length > 0 && (
              <StepButton
                className="tracking-wide"
                obstacle={cart.address ? findObstacle(shop, cart) : 'Choose an address to continue.'}
                onClick={() => navigate(paths.checkout)}
              >
                CONTINUE
              </StepButton>
            )
          }
        >
          <UnpaidOrdersNote orders={unpaid} />
          <CartChangesNote items={cart.items} changes={check.data ?? {}} />
          <Async
            query={addresses}
            loading={null}
            error="Something went wrong, please try again later."
            empty={<FirstAddress />}
          >
            {list => (
              <div className="grid justify-items-start gap-5">
                <div className="w-full">
                  <RadioCards
                    legend="Delivery address"
                    columns={2}
                    value={cart.address?._id ?? null}
                    options={list.map(address => ({
                      value: address._id,
                      content: <AddressCard address={address} />,
                    }))}
                    onChange={id => chooseAddress(list.find(({ _id }) => _id === id) ?? null)}
                  />
                </div>
                <Button variant="outline" size={40} onClick={() => setIsAdding(true)}>
                  <Plus /> Add address
                </Button>
              </div>
            )}
          </Async>
        </CheckoutColumns>
      </Together>
      {isAdding && <AddressDialog onClose={() => setIsAdding(false)} onSaved={chooseAddress} />}
    </>
  )
}

function FirstAddress() {
  return (
    <Panel title="Add address">
      <p className="text-ink-2">You don't have any saved address.</p>
      <AddressForm address={undefined} onSaved={chooseAddress}>
        <SubmitButton>Save address</SubmitButton>
      </AddressForm>
    </Panel>
  )
}
