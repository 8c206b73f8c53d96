import { type Address, addressLines, paths, type WayToPay } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { daysText } from '../../../lib/format.ts'
import { usePrice } from '../../../lib/shop.ts'
import { AddressCard, AddressDialog, AddressForm } from '../../../shared/addresses/address-form.tsx'
import { useArrivalText } from '../../../shared/cart/arrival.tsx'
import { type Cart, useCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress } from '../../../shared/cart/change-cart.ts'
import { chooseForOrder, currentChoices, useChoices } from '../../../shared/cart/choices.store.ts'
import { isEmailed } from '../../../shared/cart/is-emailed.ts'
import type { useQuotedCart } from '../../../shared/cart/quoted-cart.ts'
import { currentGuest, noteGuest } from '../../../shared/session/guest.store.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { SubmitButton } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { CheckoutCard } from './checkout-card.tsx'
import { GuestContactCard } from './contact-card.tsx'

type Delivery = Pick<ReturnType<typeof useQuotedCart>, 'deliveries' | 'method'> & {
  /** Undefined before one is chosen. */
  way?: WayToPay | undefined
}

/** The chosen address and, where there are several, the ways of delivery. */
export function DeliveryCard(delivery: Delivery) {
  const { address, items } = useCart()
  if (!address) return null

  return (
    <CheckoutCard
      title={addressTitle(items)}
      line={<AddressLine address={address} />}
      change={{ to: paths.shipping, label: 'Change address' }}
    >
      <DeliveryChoice {...delivery} />
    </CheckoutCard>
  )
}

const addressTitle = (items: Cart['items']) => (isEmailed(items) ? 'Address' : 'Delivery')

/** Its lines one after the other. */
function AddressLine({ address }: { address: Address }) {
  const [name, ...lines] = addressLines(address)
  return (
    <p className="type-table wrap-anywhere text-ink-2">
      <bdi className="text-ink">{name}</bdi>
      {lines.map(line => (
        <span key={line}>
          {', '}
          <bdi>{line}</bdi>
        </span>
      ))}
    </p>
  )
}

/** Saved addresses as choices, or the form of the first one. */
export function OpenDeliveryCard({ addresses, ...delivery }: Delivery & { addresses: UseQueryResult<Address[]> }) {
  const { address, items } = useCart()
  const told = useChoices().express?.address ?? undefined
  const [isAdding, setIsAdding] = useState(told !== undefined && address === null)

  return (
    <CheckoutCard title={addressTitle(items)}>
      <Async
        query={addresses}
        loading={null}
        error="Something went wrong, please try again later."
        empty={<FirstAddress told={told} />}
      >
        {list => (
          <div className="grid justify-items-start gap-5">
            <div className="w-full">
              <RadioCards
                legend="Delivery address"
                columns={2}
                value={address?._id ?? null}
                options={list.map(address => ({ value: address._id, content: <AddressCard address={address} /> }))}
                onChange={id => chooseAddress(list.find(({ _id }) => _id === id) ?? null)}
              />
            </div>
            <Button variant="outline" size={40} onClick={() => setIsAdding(true)}>
              <Plus /> Add address
            </Button>
          </div>
        )}
      </Async>
      {address && <DeliveryChoice {...delivery} />}
      {isAdding && (addresses.data?.length ?? 0) > 0 && (
        <AddressDialog address={told} onClose={() => setIsAdding(false)} onSaved={chooseAddress} />
      )}
    </CheckoutCard>
  )
}

function FirstAddress({ told }: { told: Address | undefined }) {
  return (
    <section aria-label="Add address" className="grid gap-5">
      <p className="text-ink-2">You don't have any saved address.</p>
      <AddressForm address={told} onSaved={chooseAddress}>
        <SubmitButton>Save address</SubmitButton>
      </AddressForm>
    </section>
  )
}

/** Contact and delivery of a guest: one form, whose values stay in the browser. */
export function GuestCards({ onDone, children }: { onDone: () => void; children: Elements }) {
  const { items } = useCart()
  const guest = currentGuest()
  const known = guest?.address ?? currentChoices().express?.address ?? undefined

  return (
    <AddressForm
      address={known}
      onSaved={() => {}}
      guest={{
        email: guest?.email ?? '',
        onSubmit: typed => {
          // What one guest agreed to at a provider must not pay for the next one at this browser.
          if (guest?.email && guest.email.toLowerCase() !== typed.email) chooseForOrder({ express: undefined })
          noteGuest(typed)
          chooseAddress(typed.address)
          onDone()
        },
        frame: fields => (
          <>
            <GuestContactCard />
            <CheckoutCard title={addressTitle(items)}>{fields}</CheckoutCard>
          </>
        ),
      }}
    >
      {children}
    </AddressForm>
  )
}

function DeliveryChoice({ deliveries, method, way }: Delivery) {
  const price = usePrice()
  const arrivalText = useArrivalText()
  if (deliveries.length < 2) return null

  return (
    <RadioCards
      legend="Delivery"
      value={method?.name ?? null}
      onChange={deliveryMethod => chooseForOrder({ deliveryMethod })}
      options={deliveries.map(({ name, amount, ...more }) => {
        const days = way === 'transfer' && daysText(more)
        return {
          value: name,
          content: (
            <>
              <span className="type-ui block">{`${name}, ${amount > 0 ? price(amount) : 'free'}`}</span>
              <span className="type-small text-ink-2">
                {days ? `Delivery: ${days} after your transfer` : arrivalText(more)}
              </span>
              {'without' in more && more.without && (
                <span className="type-small block text-ink-2">{`Without “${more.without.join('”, “')}”`}</span>
              )}
            </>
          ),
        }
      })}
    />
  )
}
