import type { Address } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { MapPin, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AddressCard } from '../../../features/shop/addresses/address-card.tsx'
import { AddressDialog } from '../../../features/shop/addresses/address-dialog.tsx'
import { DeleteAddressDialog } from '../../../features/shop/addresses/delete-address-dialog.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { useKnownAddress } from '../checkout/use-known-address.ts'
import { ProfileSection } from './profile-section.tsx'

type Doing = { what: 'add' } | { what: 'edit' | 'delete'; address: Address }

export function AddressesSection({ addresses }: { addresses: UseQueryResult<Address[]> }) {
  const [doing, setDoing] = useState<Doing>()
  const heading = useRef<HTMLHeadingElement>(null)
  const stop = () => setDoing(undefined)
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
      {doing?.what === 'delete' ? (
        <DeleteAddressDialog address={doing.address} onClose={stop} onDeleted={handleDeleted} />
      ) : (
        doing && <AddressDialog open address={doing.what === 'edit' ? doing.address : undefined} onClose={stop} />
      )}
    </ProfileSection>
  )
}

function SavedAddress({ address, onDo }: { address: Address; onDo: (what: 'edit' | 'delete') => void }) {
  const which = <VisuallyHidden> {address.postal ? address.street : address.building}</VisuallyHidden>

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
