import { type Address, type AddressInput, addressInput, DEFAULT_COUNTRY, DEFAULT_COUNTRY_CODE } from '@mela/contract'
import type { FormEvent, ReactNode } from 'react'
import { storedUser } from '../../../lib/current-user.ts'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useSaveAddress } from './addresses.api.ts'

interface AddressFormProps {
  /** The address to edit; without it, a new one is added. */
  address: Address | undefined
  onSaved: (address: Address) => void
  children: ReactNode
}

/** Opens after a click, so the user is known: most parcels go to the account's own name. */
export function AddressForm({ address, onSaved, children }: AddressFormProps) {
  const { mutateAsync: saveAddress } = useSaveAddress(address?._id)

  async function handleSubmit(input: AddressInput) {
    const answer = await saveAddress(input)
    onSaved(answer.data)
    return answer
  }

  return (
    <Form
      schema={addressInput}
      onSubmit={handleSubmit}
      fallback="Something went wrong, please try again later."
      invalid="Please fill in all the details correctly."
      defaultValues={{ ...(address ?? emptyAddress()), ...onlyCountry }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name.firstName" label="First name" autoComplete="shipping given-name" />
        <TextField name="name.lastName" label="Last name" autoComplete="shipping family-name" />
      </div>
      <TextField
        name="phoneNumber"
        label="Phone"
        type="tel"
        inputMode="numeric"
        autoComplete="shipping tel-national"
        prefix={`+${DEFAULT_COUNTRY_CODE}`}
        help="10 digits, for delivery only"
        onInput={handlePhoneInput}
      />
      <TextField name="building" label="Flat and building" help={atLeast(10)} autoComplete="shipping address-line1" />
      <TextField name="street" label="Street and area" help={atLeast(10)} autoComplete="shipping address-line2" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="city" label="City" help={atLeast(3)} autoComplete="shipping address-level2" />
        <TextField name="state" label="State" help={atLeast(3)} autoComplete="shipping address-level1" />
        <TextField
          name="pinCode"
          label="Pin code"
          help={atLeast(6)}
          inputMode="numeric"
          autoComplete="shipping postal-code"
        />
        <SelectField name="country" label="Country" options={[{ value: DEFAULT_COUNTRY, label: DEFAULT_COUNTRY }]} />
      </div>
      {children}
    </Form>
  )
}

/** The minimum length of each line (T297-T302) is shown before an error. */
const atLeast = (characters: number) => `At least ${characters} characters`

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

/** The only country (T303), also for addresses saved with another. */
const onlyCountry = { countryCode: DEFAULT_COUNTRY_CODE, country: DEFAULT_COUNTRY }

/** Removes spaces and the country code from a pasted number; ten digits are required. */
function handlePhoneInput({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const number = input.value.replace(/[\s()+-]/g, '').replace(/^(91|0)(?=\d{10}$)/, '')
  if (number !== input.value) input.value = number
}
