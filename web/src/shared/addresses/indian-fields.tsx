import { DEFAULT_COUNTRY_CODE, indianPhone } from '@mela/contract'
import type { FormEvent } from 'react'
import type { Elements } from '../../ui/cx.ts'
import { TextField } from '../../ui/text-field.tsx'

export function PersonFields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="name.firstName" label="First name" autoComplete="shipping given-name" />
      <TextField name="name.lastName" label="Last name" autoComplete="shipping family-name" />
    </div>
  )
}

/** SPEC's fields of an address. `children` are beside the last field; `state` replaces the text field of the state. */
export function IndianFields({ state, children }: { state?: Elements; children?: Elements }) {
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
        <TextField name="city" label="City" help={atLeast(3)} autoComplete="shipping address-level2" />
        {state ?? <TextField name="state" label="State" help={atLeast(3)} autoComplete="shipping address-level1" />}
        <TextField
          name="pinCode"
          label="Pin code"
          help={atLeast(6)}
          inputMode="numeric"
          autoComplete="shipping postal-code"
        />
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
