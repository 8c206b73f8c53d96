import { DEFAULT_TAX_CLASS, SHARED } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { countryFormQuery, useShop } from '../../../lib/shop.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { EntriesField, type NamedField } from './entries-field.tsx'
import { PlaceFields } from './place-fields.tsx'

const labels = { country: 'Country', state: 'State', name: 'Name of the tax', percent: 'Percent' }

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
