import {
  type Address,
  addressInput,
  addressLines,
  addressRules,
  type CountryForm,
  type CountryName,
  countryOf,
  DEFAULT_COUNTRY,
  DEFAULT_COUNTRY_CODE,
  deliversTo,
  dependsOnState,
  indianPhone,
  type ShippingAddress,
  withEmail,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { storedUser } from '../../lib/current-user.ts'
import { countriesQuery, countryFormQuery, useShop } from '../../lib/shop.ts'
import { Async } from '../../ui/async.tsx'
import type { Elements } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { KeepTyped, useKept } from '../../ui/keep-typed.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CountrySelect, PostalCodeField, phoneFor, StateField } from './address-fields.tsx'
import { useSaveAddress } from './addresses.api.ts'

const complete = {
  street: 'address-line1',
  building: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
} as const

interface AddressFormProps {
  /** The address to edit; without it, or its id, a new one is added. */
  address: Address | undefined
  onSaved: (address: Address) => void
  /** Of a form in a dialog, true once it is given up: otherwise what was typed is there again the next time. */
  isDone?: RefObject<boolean>
  children: Elements
}

/** A guest's address is kept in the browser alone, with the email address, whose field is in the frame around the others. */
export interface GuestAddress {
  email: string
  onSubmit: (typed: { email: string; address: Address }) => void
  frame: (fields: Elements) => Elements
}

const failed = 'Something went wrong, please try again later.'
const loading = <Skeleton className="h-90 w-full" />
const INDIA: CountryName = { code: 'IN', name: DEFAULT_COUNTRY }

/** SPEC's form in a shop that sells and delivers in India alone; otherwise the fields follow the chosen country. */
export function AddressForm(props: AddressFormProps & { guest?: GuestAddress }) {
  const shop = useShop()
  const isInIndia = shop.countries.every(code => code === 'IN') && deliversTo(shop, { country: 'IN', state: null })
  const countries = useQuery({ ...countriesQuery(), enabled: !isInIndia })
  if (isInIndia) return <FormOfCountries {...props} sold={[INDIA]} />
  return (
    <Async query={countries} loading={loading} error={failed}>
      {sold => <FormOfCountries {...props} sold={sold} />}
    </Async>
  )
}

/** A new address begins with the name of the account, to which most parcels go. */
function FormOfCountries(props: AddressFormProps & { guest?: GuestAddress; sold: CountryName[] }) {
  const { address, sold, guest, onSaved, isDone: isGivenUp, children } = props
  const saveAddress = useSaveAddress(address?._id || undefined)
  const shop = useShop()
  const isSaved = useRef(false)
  const isDone = isGivenUp ?? isSaved
  const formName = `address.${address?._id ?? 'new'}`
  const kept = useKept(formName)?.country
  const first =
    sold.find(({ name, code }) => (kept ? name === kept : address && code === countryOf(address))) ?? sold[0]
  const [code, setCode] = useState(first?.code ?? 'IN')
  const isIndia = code === 'IN'
  const isStateChosen = dependsOnState(shop, 'IN')
  const form = useQuery({ ...countryFormQuery(code), enabled: !isIndia || isStateChosen || guest !== undefined })
  const { name, building, street, city, state, pinCode } = address ?? emptyAddress()
  const phoneNumber = address ? phoneFor(code, `+${address.countryCode} ${address.phoneNumber}`) : ''
  const isOneCountry = sold.length === 1 && deliversTo(shop, { country: code, state: null })

  const rules = isIndia || !form.data ? addressInput : addressRules(form.data)
  const values = { name, phoneNumber, building, street, city, state, pinCode, country: first?.name ?? '' }
  const fields = (
    <>
      {!isOneCountry && <CountrySelect sold={sold} code={code} onChoose={setCode} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name.firstName" label="First name" autoComplete="shipping given-name" />
        <TextField name="name.lastName" label="Last name" autoComplete="shipping family-name" />
      </div>
      {isIndia && !isStateChosen ? (
        <IndianFields form={form.data} isGuest={guest !== undefined}>
          {isOneCountry && (
            <SelectField name="country" label="Country" options={[{ value: INDIA.name, label: INDIA.name }]} />
          )}
        </IndianFields>
      ) : (
        <Async query={form} loading={loading} error={failed}>
          {form =>
            isIndia ? (
              <IndianFields
                form={form}
                isGuest={guest !== undefined}
                state={<StateField form={form} sold={sold} label="State" />}
              />
            ) : (
              <CountryFields form={form} sold={sold} />
            )
          }
        </Async>
      )}
      {children}
    </>
  )
  if (guest) {
    return (
      <Form
        schema={withEmail(rules)}
        onSubmit={({ email, ...address }) => {
          isDone.current = true
          const postal = !isIndia && form.data && { country: code, format: form.data.format }
          guest.onSubmit({ email, address: { _id: '', ...address, ...(postal && { postal }) } })
        }}
        invalid="Please fill in all the details correctly."
        defaultValues={{ email: guest.email, ...values }}
        className="gap-5!"
      >
        <KeepTyped name={formName} isDone={isDone} />
        {guest.frame(fields)}
      </Form>
    )
  }
  return (
    <Form
      schema={rules}
      onSubmit={saveAddress}
      onDone={({ data }) => {
        isDone.current = true
        onSaved(data)
      }}
      fallback={failed}
      invalid="Please fill in all the details correctly."
      defaultValues={values}
    >
      <KeepTyped name={formName} isDone={isDone} />
      {fields}
    </Form>
  )
}

function emptyAddress() {
  const { firstName = '', lastName = '' } = storedUser()?.name ?? {}
  return { name: { firstName, lastName }, building: '', street: '', city: '', state: '', pinCode: '' }
}

interface AddressDialogProps {
  address?: Address | undefined
  onClose: () => void
  onSaved?: (address: Address) => void
}

export function AddressDialog({ address, onClose, onSaved }: AddressDialogProps) {
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
    <Dialog onClose={onClose} title={address?._id ? 'Edit address' : 'Add address'}>
      <AddressForm address={address} isDone={isDone} onSaved={handleSaved}>
        <FormActions onCancel={handleCancel}>Save address</FormActions>
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

interface IndianFieldsProps {
  form: CountryForm | undefined
  isGuest: boolean
  /** Replaces the text field of the state. */
  state?: Elements
  /** Beside the last field. */
  children?: Elements
}

/** SPEC's fields of an address, in its order; a guest's postal code comes first, because it tells the state. */
function IndianFields({ form, isGuest, state, children }: IndianFieldsProps) {
  const pinCode = <PostalCodeField form={form} label="Pin code" help={atLeast(6)} inputMode="numeric" />
  return (
    <>
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
        {isGuest && pinCode}
        <TextField name="city" label="City" help={atLeast(3)} autoComplete="shipping address-level2" />
        {state ?? <TextField name="state" label="State" help={atLeast(3)} autoComplete="shipping address-level1" />}
        {!isGuest && pinCode}
        {children}
      </div>
    </>
  )
}

/** The minimum length of each line is shown before an error. */
const atLeast = (characters: number) => `At least ${characters} characters`

/** Shows a pasted number as it is kept: ten digits, without spaces, invisible marks and the country code. */
function handlePhoneInput({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const number = indianPhone(input.value).replace(/[\s()+-]/g, '')
  if (number !== input.value) input.value = number
}

function CountryFields({ form, sold }: { form: CountryForm; sold: readonly CountryName[] }) {
  const { callingCode, phoneExample, fields, states, postalCode } = form
  return (
    <>
      <TextField
        name="phoneNumber"
        label="Phone"
        type="tel"
        autoComplete="shipping tel"
        help={`Such as ${phoneExample}, or with another country code than +${callingCode}; for delivery only`}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ field, label, isRequired }) => (
          <div key={field} className={field === 'street' || field === 'building' ? 'sm:col-span-2' : undefined}>
            {field === 'state' && states ? (
              <StateField form={form} sold={sold} label={label} optional={!isRequired} />
            ) : field === 'pinCode' ? (
              <PostalCodeField
                form={form}
                label={label}
                optional={!isRequired}
                {...(postalCode && { help: `Such as ${postalCode.example}` })}
              />
            ) : (
              <TextField
                name={field}
                label={label}
                optional={!isRequired}
                autoComplete={`shipping ${complete[field]}`}
              />
            )}
          </div>
        ))}
      </div>
    </>
  )
}
