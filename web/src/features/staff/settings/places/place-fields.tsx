import { COUNTRIES } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { countriesQuery, countryFormQuery } from '../../../../lib/countries.ts'
import { SelectField } from '../../../../ui/controls/select-field.tsx'

/** A country that the shop sells to and, if its addresses have states, a state. Must be inside a `Form`. */
export function PlaceFields({ name }: { name: string }) {
  const { setValue } = useFormContext()
  const code = String(useWatch({ name: `${name}.country` }) ?? '')
  const state = String(useWatch({ name: `${name}.state` }) ?? '')
  const sold = useQuery(countriesQuery()).data ?? []
  const { data: form } = useQuery({ ...countryFormQuery(code), enabled: code in COUNTRIES })
  const countries = sold.some(country => country.code === code) || !code ? sold : [...sold, named(code)]
  const states = (form?.states ?? []).map(({ value, name }) => ({ value, label: name }))
  // Keeps a saved state that is not on the list: it was typed before there was a list, or set through the API.
  if (state && states.every(({ value }) => value !== state)) states.push({ value: state, label: state })

  return (
    <>
      <SelectField
        name={`${name}.country`}
        label="Country"
        placeholder="Please choose"
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={() => setValue(`${name}.state`, '')}
      />
      {states.length > 0 && (
        <SelectField name={`${name}.state`} label="State" optional placeholder="The whole country" options={states} />
      )}
    </>
  )
}

const named = (code: string) => ({ code, name: COUNTRIES[code] ?? code })
