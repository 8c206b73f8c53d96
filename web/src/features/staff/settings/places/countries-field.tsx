import { COUNTRIES } from '@mela/contract'
import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { SelectBox } from '../../../../ui/controls/select-box.tsx'
import { FieldGroup } from '../field-group.tsx'

interface CountriesFieldProps {
  name: string
  label: string
  help: string
}

const EUROPEAN_UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Chooses countries by name; the value is their codes, one on each line. Must be inside a `Form`. */
export function CountriesField({ name, label, help }: CountriesFieldProps) {
  const { control, setValue } = useFormContext()
  const selectId = useId()
  const sold = String(useWatch({ control, name }) ?? '')
    .split('\n')
    .filter(Boolean)
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
        </div>
      }
    >
      <ul className="grid max-h-110 divide-y divide-line overflow-y-auto rounded-control border border-line">
        {sold.map(code => (
          <li key={code} className="flex items-center justify-between gap-2 py-1 pl-3.5 pr-1">
            <span>{COUNTRIES[code] ?? code}</span>
            <IconButton
              label={`Remove ${COUNTRIES[code] ?? code}`}
              size={40}
              tipEnd
              className="text-ink-2"
              onClick={() => change(sold.filter(other => other !== code))}
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
    </FieldGroup>
  )
}
