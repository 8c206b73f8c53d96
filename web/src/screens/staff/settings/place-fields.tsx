import { COUNTRIES, listNames, PLACE_GROUPS } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { countriesQuery, countryFormQuery } from '../../../lib/shop.ts'
import { SelectField } from '../../../ui/select-field.tsx'

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

interface UndeliveredNoteProps {
  /** Codes of countries that are sold to and in no zone; without any, nothing is shown. */
  countries: readonly string[]
  /** What to do with 'it' or 'them', up to the link to the other section. */
  remedy: (countries: string) => string
  link: { to: string; text: string }
}

/** Says which countries are sold to without delivery: the checkout refuses every order to them. */
export function UndeliveredNote({ countries, remedy, link }: UndeliveredNoteProps) {
  const names = listNames(
    countries.map(code => COUNTRIES[code] ?? code),
    5,
  )
  const isOne = countries.length === 1
  return (
    <div role="status">
      {countries.length > 0 && (
        <p className="flex gap-2 rounded-control bg-warn-soft px-4 py-3 text-warn">
          <TriangleAlert className="mt-0.5 size-4.5 shrink-0" />
          <span>
            <span>
              {`${names} ${isOne ? 'has' : 'have'} no delivery, so customers there cannot buy. ${remedy(isOne ? 'it' : 'them')}`}
            </span>{' '}
            <Link to={link.to} className="underline underline-offset-3">
              {link.text}
            </Link>
          </span>
        </p>
      )}
    </div>
  )
}
