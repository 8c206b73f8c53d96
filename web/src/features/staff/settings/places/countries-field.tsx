import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import { COUNTRIES, EUROPEAN_UNION, staffPaths, withoutDelivery } from '@mela/contract'
import { GripVertical, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useShop } from '../../../../lib/shop.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { SelectBox } from '../../../../ui/controls/select-box.tsx'
import { SortableList } from '../../../../ui/controls/sortable-list.tsx'
import { FieldGroup } from '../field-group.tsx'
import { UndeliveredNote } from './undelivered-note.tsx'

interface CountriesFieldProps {
  name: string
  label: string
  help: string
}

/** Chooses countries by name, and orders them; the value is their codes, one on each line. Must be inside a `Form`. */
export function CountriesField({ name, label, help }: CountriesFieldProps) {
  const { control, setValue } = useFormContext()
  const selectId = useId()
  const sold = String(useWatch({ control, name }) ?? '')
    .split('\n')
    .filter(Boolean)
  const undelivered = withoutDelivery(useShop(), sold)
  const change = (codes: string[]) =>
    setValue(name, [...new Set(codes)].join('\n'), { shouldDirty: true, shouldValidate: true })

  return (
    <FieldGroup
      name={name}
      label={label}
      help={help}
      actions={
        <div className="flex flex-wrap items-end gap-3">
          <div className="grid grow gap-1.5">
            <label htmlFor={selectId} className="type-ui">
              Add a country
            </label>
            <SelectBox id={selectId} value="" onChange={({ target }) => change([...sold, target.value])}>
              <option value="">Please choose</option>
              {Object.entries(COUNTRIES)
                .filter(([code]) => !sold.includes(code))
                .map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
            </SelectBox>
          </div>
          <Button variant="outline" size={40} onClick={() => change([...sold, ...EUROPEAN_UNION])}>
            Add the European Union
          </Button>
          <Button variant="outline" size={40} onClick={() => change([...sold, ...Object.keys(COUNTRIES)])}>
            Add the rest of the world
          </Button>
          <Button variant="outline" size={40} onClick={() => change(sold.toSorted(byName))}>
            Sort by name
          </Button>
        </div>
      }
    >
      <UndeliveredNote
        countries={undelivered}
        remedy={them => `Take ${them} off the list, or add ${them} to a zone in`}
        link={{ to: staffPaths.settingGroup('delivery'), text: 'Delivery' }}
      />
      <div className="max-h-110 overflow-y-auto rounded-control border border-line">
        <SortableList
          items={sold.map(code => ({ _id: code, name: COUNTRIES[code] ?? code }))}
          onChange={countries => change(countries.map(({ _id }) => _id))}
          label="Countries sold to, in their order"
          noun="country"
          strategy={verticalListSortingStrategy}
          className="grid divide-y divide-line"
          handleClassName="bg-surface text-left"
          handle={({ _id, name }, place) => (
            <span className="flex min-h-12 items-center gap-3 py-1 pr-14 pl-3">
              <GripVertical className="size-4.5 shrink-0 text-ink-3" />
              <span>{name}</span>
              {place === 1 && sold.length > 1 && <span className="type-small text-ink-2">first in new addresses</span>}
              {undelivered.includes(_id) && <span className="type-small text-warn">no delivery</span>}
            </span>
          )}
          actions={({ _id, name }) => (
            <span className="absolute inset-y-0 right-1 flex items-center text-ink-2">
              <IconButton
                label={`Remove ${name}`}
                size={40}
                tipEnd
                onClick={() => change(sold.filter(other => other !== _id))}
              >
                <Trash2 />
              </IconButton>
            </span>
          )}
        />
      </div>
    </FieldGroup>
  )
}

const byName = (one: string, other: string) => (COUNTRIES[one] ?? one).localeCompare(COUNTRIES[other] ?? other)
