import {
  type Address,
  type AddressInput,
  addressInput,
  addressLines,
  DEFAULT_COUNTRY,
  DEFAULT_COUNTRY_CODE,
  deliversTo,
  dependsOnState,
  type ShippingAddress,
} from '@mela/contract'
import { lazy, type RefObject, Suspense, useRef } from 'react'
import { storedUser } from '../../lib/current-user.ts'
import { useShop } from '../../lib/shop.ts'
import { Button } from '../../ui/button.tsx'
import type { Elements } from '../../ui/cx.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { KeepTyped } from '../../ui/keep-typed.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useSaveAddress } from './addresses.api.ts'
import { IndianFields, PersonFields } from './indian-fields.tsx'

interface AddressFormProps {
  /** The address to edit; without it, a new one is added. */
  address: Address | undefined
  onSaved: (address: Address) => void
  /** Of a form in a dialog, true once it is given up: otherwise what was typed is there again the next time. */
  isDone?: RefObject<boolean>
  children: Elements
}

const CountryAddressForm = lazy(async () => ({
  default: (await import('./country-address-form.tsx')).CountryAddressForm,
}))

/** A new address begins with the name of the account, to which most parcels go. */
export function AddressForm({ address, onSaved, isDone: isGivenUp, children }: AddressFormProps) {
  const { mutateAsync: saveAddress } = useSaveAddress(address?._id)
  const shop = useShop()
  const isSaved = useRef(false)
  const isDone = isGivenUp ?? isSaved
  const values = address ?? emptyAddress()
  const name = `address.${address?._id ?? 'new'}`
  const keep = <KeepTyped name={name} isDone={isDone} />

  async function handleSubmit(input: AddressInput) {
    const answer = await saveAddress(input)
    isDone.current = true
    onSaved(answer.data)
    return answer
  }

  const isInIndia = shop.countries.every(code => code === 'IN') && deliversTo(shop, { country: 'IN', state: null })
  if (!isInIndia || dependsOnState(shop, 'IN')) {
    return (
      <Suspense fallback={<Skeleton className="h-90 w-full" />}>
        <CountryAddressForm name={name} address={address} values={values} onSubmit={handleSubmit}>
          {keep}
          {children}
        </CountryAddressForm>
      </Suspense>
    )
  }

  return (
    <Form
      schema={addressInput}
      onSubmit={handleSubmit}
      fallback="Something went wrong, please try again later."
      invalid="Please fill in all the details correctly."
      defaultValues={{ ...values, ...onlyCountry }}
    >
      <PersonFields />
      <IndianFields>
        <SelectField name="country" label="Country" options={[{ value: DEFAULT_COUNTRY, label: DEFAULT_COUNTRY }]} />
      </IndianFields>
      {keep}
      {children}
    </Form>
  )
}

function emptyAddress() {
  const { firstName = '', lastName = '' } = storedUser()?.name ?? {}
  return {
    name: { firstName, lastName },
    phoneNumber: '',
    building: '',
    street: '',
    city: '',
    state: '',
    pinCode: '',
  }
}

/** The country of SPEC's form, also for an address that was saved with another country. */
const onlyCountry = { countryCode: DEFAULT_COUNTRY_CODE, country: DEFAULT_COUNTRY }

interface AddressDialogProps {
  open: boolean
  /** The address to edit; without it, a new one is added. */
  address?: Address
  onClose: () => void
  onSaved?: (address: Address) => void
}

export function AddressDialog({ open, address, onClose, onSaved }: AddressDialogProps) {
  const isDone = useRef(false)

  function handleSaved(saved: Address) {
    onSaved?.(saved)
    onClose()
  }

  function handleCancel() {
    isDone.current = true
    onClose()
  }

  return (
    <Dialog open={open} onClose={onClose} title={address ? 'Edit address' : 'Add address'}>
      <AddressForm address={address} isDone={isDone} onSaved={handleSaved}>
        <DialogActions>
          <Button variant="outline" onClick={handleCancel}>
            Cancel
          </Button>
          <SubmitButton>Save address</SubmitButton>
        </DialogActions>
      </AddressForm>
    </Dialog>
  )
}

export function AddressCard({ address }: { address: ShippingAddress }) {
  const [name, ...lines] = addressLines(address)
  const { countryCode, phoneNumber } = address

  return (
    <span className="type-table block text-ink-2 [overflow-wrap:anywhere]">
      <span dir="auto" className="type-ui block text-ink">
        {name}
      </span>
      {lines.map(line => (
        <span dir="auto" key={line} className="block">
          {line}
        </span>
      ))}
      <span className="mt-1.5 block tabular-nums">{`+${countryCode} ${phoneNumber}`}</span>
    </span>
  )
}
