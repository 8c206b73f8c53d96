import type { Address } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { MapPin, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AddressCard, AddressDialog } from '../../../shared/addresses/address-form.tsx'
import { addressesQuery, useDeleteAddress, useKnownAddress } from '../../../shared/addresses/addresses.api.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { ProfileSection } from './profile-parts.tsx'

type Doing = { what: 'add' } | { what: 'edit' | 'delete'; address: Address }

export function AddressesSection() {
  const addresses = useQuery(addressesQuery())
  const [doing, setDoing] = useState<Doing>()
  const heading = useRef<HTMLHeadingElement>(null)
  const stop = () => setDoing(undefined)
  const deleteAddress = useDeleteAddress()
  useKnownAddress(addresses)

  /** The focused button is removed with its address, and a closing dialog would return the focus to it first. */
  function handleDeleted() {
    flushSync(stop)
    heading.current?.focus()
  }

  return (
    <ProfileSection
      id="addresses"
      title="Addresses"
      headingRef={heading}
      action={
        <Button variant="outline" size={40} onClick={() => setDoing({ what: 'add' })}>
          <Plus /> Add address
        </Button>
      }
    >
      <Async
        query={addresses}
        loading={null}
        error="Something went wrong, please try again later."
        empty={<EmptyState icon={MapPin} text="You haven't added any addresses yet." />}
      >
        {list => (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {list.map(address => (
              <SavedAddress key={address._id} address={address} onDo={what => setDoing({ what, address })} />
            ))}
          </ul>
        )}
      </Async>
      {doing?.what === 'delete' && (
        <ConfirmDialog
          title="Delete this address?"
          action="Delete address"
          perform={() => deleteAddress(doing.address._id)}
          onClose={stop}
          onDone={handleDeleted}
          fallback="Something went wrong, please try again..."
        >
          <p className="text-ink-2">What you have ordered to it stays as it is.</p>
          <div className="rounded-tile border border-line p-4">
            <AddressCard address={doing.address} />
          </div>
        </ConfirmDialog>
      )}
      {doing?.what === 'add' && <AddressDialog open onClose={stop} />}
      {doing?.what === 'edit' && <AddressDialog open address={doing.address} onClose={stop} />}
    </ProfileSection>
  )
}

function SavedAddress({ address, onDo }: { address: Address; onDo: (what: 'edit' | 'delete') => void }) {
  const which = <span className="sr-only"> {address.postal ? address.street : address.building}</span>

  return (
    <li className="flex flex-col justify-between gap-3 rounded-tile border border-line bg-surface p-5 pb-3">
      <AddressCard address={address} />
      <div className="-ml-3 flex">
        <Button variant="ghost" size={32} onClick={() => onDo('edit')}>
          Edit{which}
        </Button>
        <Button variant="ghost" size={32} className="text-danger!" onClick={() => onDo('delete')}>
          Delete{which}
        </Button>
      </div>
    </li>
  )
}
