import { COUNTRIES, DEFAULT_TAX_CLASS, SHARED } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { countryFormQuery, useShop } from '../../../lib/shop.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { EntriesField, type NamedField } from './entries-field.tsx'
import { PlaceFields } from './place-fields.tsx'

const labels = { country: 'Country', state: 'State', name: 'Name of the tax', percent: 'Percent' }

/** Standard rates of the European Union as known in 2025: the owner checks them. */
const EU_RATES =
  'AT 20, BE 21, BG 20, HR 25, CY 19, CZ 21, DK 25, EE 24, FI 25.5, FR 20, DE 19, GR 24, HU 27, IE 23, IT 22, LV 21, LT 21, LU 17, MT 18, NL 21, PL 23, PT 23, RO 21, SK 23, SI 22, ES 21, SE 25'

/** Countries that have a rate keep it. */
function missingEuRates(present: unknown[]): object[] {
  const known = new Set((present as { country: string; state: string }[]).map(({ country }) => country))
  return EU_RATES.split(', ')
    .map(rate => rate.split(' '))
    .filter(([country = '']) => !known.has(country))
    .map(([country, percent]) => ({ country, state: '', name: 'VAT', percent }))
}

/** Rates of places. Must be inside a `Form`. */
export const RatesField = (text: NamedField) => (
  <EntriesField
    {...text}
    noun="rate"
    labels={labels}
    place={place => <PlaceFields name={place} />}
    fill={{ label: 'Fill in the EU’s standard rates of 2025', entriesFor: missingEuRates }}
  />
)

/** Classes of tax, each with its rate and the rates of places. Must be inside a `Form`. */
export function TaxClassesField(text: NamedField) {
  return (
    <EntriesField
      {...text}
      noun="class"
      labels={{ name: 'Class', percent: 'Percent' }}
      blank={{ name: '', percent: '', rates: [] }}
      more={entry => (
        <EntriesField
          name={`${entry}.rates`}
          label="Rates by country and state"
          help="In place of the percentage above. Without a name the tax has that of the standard class."
          noun="rate"
          labels={labels}
          place={place => <PlaceFields name={place} />}
        />
      )}
    />
  )
}

/** Chooses among the saved classes. Must be inside a `Form`. */
export function ShippingClassField(text: NamedField) {
  const { taxClasses } = useShop()
  return (
    <SelectField
      {...text}
      optional
      placeholder={DEFAULT_TAX_CLASS}
      options={[
        { value: SHARED, label: 'Shared out by the classes of the order' },
        ...taxClasses.map(({ name }) => ({ value: name, label: name })),
      ]}
    />
  )
}

/** A state of India, the only country whose law needs that of the shop. Must be inside a `Form`. */
export function StateField(text: NamedField) {
  const states = useQuery(countryFormQuery('IN')).data?.states ?? []
  return (
    <SelectField
      {...text}
      optional
      placeholder="None"
      options={states.map(({ value, name }) => ({ value, label: name }))}
    />
  )
}

/** Names the country that others are counted from. Must be inside a `Form` that has it. */
export function TaxFreeField({ help, ...field }: ComponentProps<typeof SelectField>) {
  const country = String(useWatch({ name: 'money.taxCountry' }))
  return (
    <SelectField {...field} help={`Other than ${COUNTRIES[country] ?? country}, the country of the shop. ${help}`} />
  )
}
