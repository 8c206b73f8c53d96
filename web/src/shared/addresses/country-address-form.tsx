import {
  type Address,
  type AddressInput,
  addressInput,
  addressRules,
  type CountryForm,
  type CountryName,
  countryOf,
  deliversTo,
  dependsOnState,
  listNames,
  notDelivered,
  type Place,
  stateKey,
} from '@mela/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { countriesQuery, countryFormQuery, useShop } from '../../lib/shop.ts'
import { Async } from '../../ui/async.tsx'
import type { Elements } from '../../ui/cx.ts'
import { Form } from '../../ui/form.tsx'
import { useKept } from '../../ui/keep-typed.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { IndianFields, PersonFields } from './indian-fields.tsx'

interface CountryAddressFormProps {
  /** Of the form, by which typed values are kept. */
  name: string
  address: Address | undefined
  /** Initial values of the form. */
  values: Pick<AddressInput, 'name' | 'phoneNumber' | 'building' | 'street' | 'city' | 'state' | 'pinCode'>
  onSubmit: (input: AddressInput) => unknown
  children: Elements
}

const failed = 'Something went wrong, please try again later.'
const loading = <Skeleton className="h-90 w-full" />

/** The address form of a shop that sells outside India, or whose prices depend on the Indian state. */
export function CountryAddressForm(props: CountryAddressFormProps) {
  return (
    <Async query={useQuery(countriesQuery())} loading={loading} error={failed}>
      {sold => <FormOfCountries {...props} sold={sold} />}
    </Async>
  )
}

function FormOfCountries({
  name: formName,
  address,
  values,
  sold,
  onSubmit,
  children,
}: CountryAddressFormProps & { sold: CountryName[] }) {
  const kept = useKept(formName)?.country
  const first =
    sold.find(({ name, code }) => (kept ? name === kept : address && code === countryOf(address))) ?? sold[0]
  const [code, setCode] = useState(first?.code ?? 'IN')
  const isIndia = code === 'IN'
  const shop = useShop()
  const isStateChosen = dependsOnState(shop, 'IN')
  const form = useQuery({ ...countryFormQuery(code), enabled: !isIndia || isStateChosen })
  const { name, building, street, city, state, pinCode } = values
  const phoneNumber = address ? phoneFor(code, `+${address.countryCode} ${address.phoneNumber}`) : ''

  return (
    <Form
      schema={isIndia || !form.data ? addressInput : addressRules(form.data)}
      onSubmit={onSubmit}
      fallback={failed}
      invalid="Please fill in all the details correctly."
      defaultValues={{ name, phoneNumber, building, street, city, state, pinCode, country: first?.name ?? '' }}
    >
      {(sold.length > 1 || !deliversTo(shop, { country: code, state: null })) && (
        <CountrySelect sold={sold} code={code} onChoose={setCode} />
      )}
      <PersonFields />
      {isIndia && !isStateChosen ? (
        <IndianFields />
      ) : (
        <Async query={form} loading={loading} error={failed}>
          {form =>
            isIndia ? (
              <IndianFields state={<StateField form={form} sold={sold} label="State" />} />
            ) : (
              <CountryFields form={form} sold={sold} />
            )
          }
        </Async>
      )}
      {children}
    </Form>
  )
}

/** Converts a phone number for a new country: India takes 10 digits alone. A number without country code is cleared. */
function phoneFor(code: string, typed: string): string {
  if (!typed.startsWith('+')) return ''
  if (code !== 'IN') return typed
  return typed.startsWith('+91') ? typed.slice(3).replace(/\D/g, '') : ''
}

interface CountrySelectProps {
  sold: CountryName[]
  /** Of the chosen country. */
  code: string
  onChoose: (code: string) => void
}

/** Chooses the country; the typed values of fields that the new country has too are kept. */
function CountrySelect({ sold, code, onChoose }: CountrySelectProps) {
  const queryClient = useQueryClient()
  const { getValues, setValue, clearErrors } = useFormContext<AddressInput>()
  const [before, setBefore] = useState(() => getValues('country'))
  const name = sold.find(country => country.code === code)?.name ?? code
  const note = useDeliveryNote(sold, { country: code, state: null }, name)

  async function handleChange(name: string) {
    const code = sold.find(country => country.name === name)?.code
    if (code === undefined) return
    const { phoneNumber } = getValues()
    setValue('phoneNumber', phoneFor(code, before === 'India' && phoneNumber ? `+91 ${phoneNumber}` : phoneNumber))
    clearErrors()
    setBefore(name)
    onChoose(code)
    if (code === 'IN') return
    const form = await queryClient.fetchQuery(countryFormQuery(code)).catch(() => undefined)
    for (const field of ['state', 'pinCode'] as const) {
      if (form && !fits(form, field, getValues(field))) setValue(field, '')
    }
  }

  return (
    <SelectField
      name="country"
      label="Country"
      help={note}
      autoComplete="shipping country-name"
      options={sold.map(({ name }) => ({ value: name, label: name }))}
      onChange={({ target }) => void handleChange(target.value)}
    />
  )
}

const fits = (form: CountryForm, field: 'state' | 'pinCode', value: string) =>
  !addressRules(form)
    .safeParse({ [field]: value })
    .error?.issues.some(({ path }) => path[0] === field)

const complete = {
  ...{ street: 'address-line1', building: 'address-line2', city: 'address-level2' },
  ...{ state: 'address-level1', pinCode: 'postal-code' },
} as const

interface StateFieldProps {
  form: CountryForm
  sold: readonly CountryName[]
  label: string
  optional?: boolean
}

function StateField({ form, sold, label, optional = false }: StateFieldProps) {
  const { states } = form
  const { getValues, setValue } = useFormContext<AddressInput>()
  const chosen = String(useWatch<AddressInput>({ name: 'state' }) ?? '')
  const stateName = states?.find(({ value }) => value === chosen)?.name
  const note = useDeliveryNote(
    sold,
    { country: form.code, state: stateName ? chosen : null },
    `${stateName}, ${form.name}`,
  )
  // A saved address may spell its state differently; a select shows nothing for a value that is no option.
  useEffect(() => {
    const typed = getValues('state')
    const known = states?.find(({ value }) => stateKey(value) === stateKey(typed))?.value ?? ''
    if (typed !== known) setValue('state', known)
  }, [states, getValues, setValue])

  return (
    <SelectField
      name="state"
      label={label}
      help={note}
      optional={optional}
      autoComplete="shipping address-level1"
      placeholder="Please choose"
      options={states?.map(({ value, name }) => ({ value, label: name })) ?? []}
    />
  )
}

/** The fields of a country in its order. */
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
            ) : (
              <TextField
                name={field}
                label={label}
                optional={!isRequired}
                autoComplete={`shipping ${complete[field]}`}
                {...(field === 'pinCode' && postalCode && { help: `Such as ${postalCode.example}` })}
              />
            )}
          </div>
        ))}
      </div>
    </>
  )
}

/** For the field of a country or state that the shop does not deliver to: says so, and where it does deliver. */
function useDeliveryNote(sold: readonly CountryName[], place: Place, name: string) {
  const shop = useShop()
  if (deliversTo(shop, place)) return undefined
  const served = sold
    .filter(({ code }) => deliversTo(shop, { country: code, state: null }))
    .map(({ code, name }) => (deliversTo(shop, { country: code, state: '' }) ? name : `parts of ${name}`))
  const remedy =
    served.length > 0
      ? `Please choose an address elsewhere: we deliver to ${listNames(served, 3)}.`
      : `Please ask us at ${shop.email}.`
  return (
    <span role="alert" className="text-warn">
      {`${notDelivered(name)} ${remedy}`}
    </span>
  )
}
