import {
  COUNTRIES,
  listNames,
  PLACE_GROUPS,
  SETTING_GROUPS,
  type Settings,
  staffPaths,
  withoutDelivery,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { countriesQuery, countryFormQuery, useShop } from '../../../lib/shop.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { EntriesField, type NamedField } from './entries-field.tsx'

/** A country or a group of them and, if its addresses have states, a state. Must be inside a `Form`. */
export function PlaceFields({ name }: { name: string }) {
  const { setValue } = useFormContext()
  const code = String(useWatch({ name: `${name}.country` }) ?? '')
  const state = String(useWatch({ name: `${name}.state` }) ?? '')
  const sold = useQuery(countriesQuery()).data ?? []
  const { data: form } = useQuery({ ...countryFormQuery(code), enabled: code in COUNTRIES })
  const others = Object.keys(COUNTRIES).filter(code => !sold.some(country => country.code === code))
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

/** Says which countries are sold to and in no zone: the checkout refuses every order to them. */
export function UndeliveredNote({ countries }: { countries: readonly string[] }) {
  const names = countries.map(code => COUNTRIES[code] ?? code)
  return (
    <div role="status">
      {names.length > 0 && (
        <p className="flex gap-2 rounded-control bg-warn-soft px-4 py-3 text-warn">
          <TriangleAlert className="mt-0.5 size-4.5 shrink-0" />
          <span>
            <span>{`No delivery to ${listNames(names, 5)}, so customers there cannot buy: add a zone in`}</span>{' '}
            <GroupLink group="delivery" /> <span>or take them off the list in</span> <GroupLink group="countries" />
          </span>
        </p>
      )}
    </div>
  )
}

const GroupLink = ({ group }: { group: 'delivery' | 'countries' }) => (
  <Link to={staffPaths.settingGroup(group)} className="underline underline-offset-3">
    {SETTING_GROUPS[group]}
  </Link>
)

const methodLabels = {
  name: 'Method',
  price: 'Price',
  freeAbove: 'Free above',
  minDays: 'Days at the least',
  maxDays: 'Days at the most',
}

/** Zones of delivery, each with its places and methods. Must be inside a `Form`. */
export function ZonesField(text: NamedField) {
  const zones = typedZones(useWatch({ name: text.name }))

  return (
    <>
      <UndeliveredNote countries={withoutDelivery({ zones }, useShop().countries)} />
      <EntriesField
        {...text}
        noun="zone"
        labels={{ name: 'Zone' }}
        blank={{ name: '', places: [], methods: [] }}
        more={zone => (
          <div className="grid gap-4">
            <EntriesField
              name={`${zone}.places`}
              label="Places"
              help="Countries, states of them, the European Union or the rest of the world. A country that is not sold to yet is sold to once this is saved. Without places the zone has all that no other zone has."
              noun="place"
              labels={{ country: 'Country', state: 'State' }}
              place={place => <PlaceFields name={place} />}
            />
            <EntriesField
              name={`${zone}.methods`}
              label="Methods"
              help="Shoppers choose where there are several. An order that costs more than “Free above” ships free."
              noun="method"
              labels={methodLabels}
              more={method => (
                <div className="grid gap-3">
                  <EntriesField
                    name={`${method}.steps`}
                    label="Other prices"
                    help="For products that cost so much or more, such as 4 from 50 and 2 from 100; or, by weight, 8 from 2.5 kg."
                    noun="price"
                    labels={{ from: 'From', price: 'Price' }}
                  />
                  <SwitchField
                    name={`${method}.stepsByWeight`}
                    label="Other prices by weight"
                    help="In kilograms, by the weights of the products; one without a weight adds none."
                  />
                </div>
              )}
            />
          </div>
        )}
      />
    </>
  )
}

/** The zones as they are in the form, where a place without a state has an empty one. */
const typedZones = (zones: Settings['delivery']['zones']) =>
  zones.map(zone => ({ ...zone, places: zone.places.map(place => ({ ...place, state: place.state || null })) }))
