import {
  type AddressInput,
  type CountryForm,
  type CountryName,
  deliversTo,
  listNames,
  notDelivered,
  type Place,
  readPostalCode,
  stateKey,
} from '@mela/contract'
import { type ComponentProps, type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useShop } from '../../lib/shop.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCart } from '../cart/cart.store.ts'
import { isEmailed } from '../cart/is-emailed.ts'

/** Converts a phone number for a new country: India takes 10 digits alone. A number without country code is cleared. */
export function phoneFor(code: string, typed: string): string {
  if (!typed.startsWith('+')) return ''
  if (code !== 'IN') return typed
  return typed.startsWith('+91') ? typed.slice(3).replace(/\D/g, '') : ''
}

interface CountrySelectProps {
  sold: CountryName[]
  code: string
  onChoose: (code: string) => void
}

/** Chooses the country; what was typed is kept, and a postal code that does not fit says so. */
export function CountrySelect({ sold, code, onChoose }: CountrySelectProps) {
  const { getValues, setValue, clearErrors } = useFormContext<AddressInput>()
  const name = sold.find(country => country.code === code)?.name ?? code
  const note = useDeliveryNote(sold, { country: code, state: null }, name)

  function handleChange(name: string) {
    const next = sold.find(country => country.name === name)?.code
    if (next === undefined) return
    const { phoneNumber } = getValues()
    setValue('phoneNumber', phoneFor(next, code === 'IN' && phoneNumber ? `+91 ${phoneNumber}` : phoneNumber))
    clearErrors()
    onChoose(next)
  }

  return (
    <SelectField
      name="country"
      label="Country"
      help={note}
      autoComplete="shipping country-name"
      options={sold.map(({ name }) => ({ value: name, label: name }))}
      onChange={({ target }) => handleChange(target.value)}
    />
  )
}

interface StateFieldProps {
  form: CountryForm
  sold: readonly CountryName[]
  label: string
  optional?: boolean
}

export function StateField({ form, sold, label, optional = false }: StateFieldProps) {
  const { states } = form
  const { getValues, setValue } = useFormContext<AddressInput>()
  const chosen = String(useWatch<AddressInput>({ name: 'state' }) ?? '')
  const stateName = states?.find(({ value }) => value === chosen)?.name
  const place = { country: form.code, state: stateName ? chosen : null }
  const note = useDeliveryNote(sold, place, `${stateName}, ${form.name}`)
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

interface PostalCodeFieldProps extends Omit<ComponentProps<typeof TextField>, 'name' | 'form'> {
  form: CountryForm | undefined
}

/** Fills in the state that a complete code tells, unless the shopper has named another one. */
export function PostalCodeField({ form, ...field }: PostalCodeFieldProps) {
  const { getValues, setValue } = useFormContext<AddressInput>()
  const told = useRef('')

  function tellState(typed: string) {
    const state = form && stateOfPostalCode(form, typed)
    if (!state || !['', told.current].includes(getValues('state'))) return
    told.current = state
    setValue('state', state, { shouldValidate: true })
  }
  // The code may be typed before the country's form is here.
  const tellLate = useEffectEvent(() => tellState(getValues('pinCode')))
  useEffect(() => {
    if (form) tellLate()
  }, [form])

  const handleInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => tellState(currentTarget.value)
  return <TextField {...field} name="pinCode" autoComplete="shipping postal-code" onInput={handleInput} />
}

/** Undefined where the beginnings of two states' codes fit. */
function stateOfPostalCode({ code, postalCode, states }: CountryForm, typed: string): string | undefined {
  const plain = postalCode && readPostalCode({ code, ...postalCode }, typed)
  if (!plain) return undefined
  const [state, ...others] =
    states?.filter(({ postalCodes }) => postalCodes && new RegExp(`^(?:${postalCodes})`).test(plain)) ?? []
  return others.length === 0 ? state?.value : undefined
}

/** For the field of a country or state that the shop does not deliver to: says so, and where it does deliver. */
function useDeliveryNote(sold: readonly CountryName[], place: Place, name: string) {
  const shop = useShop()
  const { items } = useCart()
  if (deliversTo(shop, place) || isEmailed(items)) return undefined
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
