import { type DeliverySettings, staffPaths, withoutDelivery } from '@mela/contract'
import { Plus } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useShop } from '../../../lib/shop.ts'
import { Button } from '../../../ui/button.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { EntriesField, FieldGroup, type NamedField } from './entries-field.tsx'
import { PlaceFields, UndeliveredNote } from './place-fields.tsx'

const placeLabels = { country: 'Country', state: 'State' }
const methodLabels = {
  name: 'Method',
  price: 'Price',
  freeAbove: 'Free above',
  minDays: 'Days at the least',
  maxDays: 'Days at the most',
}

const stepLabels = { from: 'From', price: 'Price' }

/** Zones of delivery, each with its places and methods. Must be inside a `Form`. */
export function ZonesField({ name, label, help }: NamedField) {
  const { control } = useFormContext()
  const { fields, append, remove } = useFieldArray({ control, name })
  const zones = typedZones(useWatch({ control, name }))

  return (
    <FieldGroup
      name={name}
      label={label}
      help={help}
      actions={
        <Button
          variant="outline"
          size={40}
          className="justify-self-start"
          onClick={() => append({ name: '', places: [], methods: [] })}
        >
          <Plus className="size-4" /> Add zone
        </Button>
      }
    >
      <UndeliveredNote
        countries={withoutDelivery({ zones }, useShop().countries)}
        remedy={them => `Add ${them} to a zone, or take ${them} off the list in`}
        link={{ to: staffPaths.settingGroup('countries'), text: 'Countries' }}
      />
      {fields.map(({ id }, index) => (
        <section
          key={id}
          aria-label={`Zone ${index + 1}`}
          className="grid min-w-0 gap-4 rounded-control border border-line p-4"
        >
          <TextField name={`${name}.${index}.name`} label={`Name of zone ${index + 1}`} autoComplete="off" />
          <EntriesField
            name={`${name}.${index}.places`}
            label={`Places of zone ${index + 1}`}
            help="Countries, states of them, the European Union or the rest of the world. A country that is not sold to yet is sold to once this is saved. Without places the zone has all that no other zone has."
            noun="place"
            labels={placeLabels}
            place={place => <PlaceFields name={place} isAnyCountry />}
          />
          <EntriesField
            name={`${name}.${index}.methods`}
            label={`Methods of zone ${index + 1}`}
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
                  labels={stepLabels}
                />
                <SwitchField
                  name={`${method}.stepsByWeight`}
                  label="Other prices by weight"
                  help="In kilograms, by the weights of the products; one without a weight adds none."
                />
              </div>
            )}
          />
          <Button variant="outline" size={40} className="justify-self-start" onClick={() => remove(index)}>
            {`Remove zone ${index + 1}`}
          </Button>
        </section>
      ))}
    </FieldGroup>
  )
}

/** The zones as they are in the form, where a place without a state has an empty one. */
const typedZones = (zones: DeliverySettings['zones']) =>
  zones.map(zone => ({ ...zone, places: zone.places.map(place => ({ ...place, state: place.state || null })) }))
