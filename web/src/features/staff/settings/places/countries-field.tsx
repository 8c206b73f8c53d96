import { COUNTRIES } from '@mela/contract'
import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { SelectBox } from '../../../../ui/controls/select-box.tsx'

interface CountriesFieldProps {
  name: string
  label: string
  help: string
}

const EUROPEAN_UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Codes of countries, a line each, chosen by name. Must be inside a `Form`. */
export function CountriesField({ name, label, help }: CountriesFieldProps) {
  const { control, setValue, getFieldState } = useFormContext()
  const { error } = getFieldState(name, useFormState({ control, name }))
  const [selectId, helpId] = [useId(), useId()]
  const sold = String(useWatch({ control, name }) ?? '')
    .split('\n')
    .filter(Boolean)
  const change = (codes: string[]) =>
    setValue(name, [...new Set(codes)].join('\n'), { shouldDirty: true, shouldValidate: true })

  return (
    <fieldset aria-describedby={helpId} className="grid min-w-0 gap-3">
      <legend className="type-ui pb-1">{label}</legend>
      <p id={helpId} className="type-small text-ink-2">
        {help}
      </p>
      <ul className="grid max-h-110 divide-y divide-line overflow-y-auto rounded-control border border-line">
        {sold.map(code => (
          <li key={code} className="flex items-center justify-between gap-2 py-1 pl-3.5 pr-1">
            {COUNTRIES[code] ?? code}
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
      {error?.message && (
        <p role="alert" className="type-small text-danger">
          {error.message}
        </p>
      )}
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
    </fieldset>
  )
}
