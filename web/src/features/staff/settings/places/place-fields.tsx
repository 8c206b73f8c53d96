import { COUNTRIES, PLACE_GROUPS } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { countriesQuery, countryFormQuery } from '../../../../lib/countries.ts'
import { SelectField } from '../../../../ui/controls/select-field.tsx'

interface PlaceFieldsProps {
  name: string
  /** Offers every country: saving sells to those that are chosen. */
  isAnyCountry?: boolean
}

/** A country or a group of them and, if its addresses have states, a state. Must be inside a `Form`. */
export function PlaceFields({ name, isAnyCountry = false }: PlaceFieldsProps) {
  const { setValue } = useFormContext()
  const code = String(useWatch({ name: `${name}.country` }) ?? '')
  const state = String(useWatch({ name: `${name}.state` }) ?? '')
  const sold = useQuery(countriesQuery()).data ?? []
  const { data: form } = useQuery({ ...countryFormQuery(code), enabled: code in COUNTRIES })
  const isSold = (code: string) => sold.some(country => country.code === code)
  const others = isAnyCountry
    ? Object.keys(COUNTRIES).filter(code => !isSold(code))
    : [code].filter(code => code in COUNTRIES && !isSold(code))
  const states = (form?.states ?? []).map(({ value, name }) => ({ value, label: name }))
  // Keeps a saved state that is not on the list: it was typed before there was a list, or set through the API.
  if (state && states.every(({ value }) => value !== state)) states.push({ value: state, label: state })

  return (
    <>
      <SelectField
        name={`${name}.country`}
        label="Country"
        placeholder="Please choose"
        options={[
          ...sold.map(({ code, name }) => ({ value: code, label: name })),
          ...Object.entries(PLACE_GROUPS).map(([value, label]) => ({ value, label })),
          ...others.map(value => ({ value, label: `${COUNTRIES[value]} (not sold to yet)` })),
        ]}
        onChange={() => setValue(`${name}.state`, '')}
      />
      {states.length > 0 && (
        <SelectField name={`${name}.state`} label="State" optional placeholder="The whole country" options={states} />
      )}
    </>
  )
}
