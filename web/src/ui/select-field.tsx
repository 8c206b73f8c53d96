import type { ComponentProps } from 'react'
import { SelectBox } from './select.tsx'
import { Field, type FieldText, useField } from './text-field.tsx'

interface SelectOption {
  value: string
  label: string
  /** It cannot be chosen; the label says why. */
  isDisabled?: boolean
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'name' | 'id' | 'children'>, FieldText {
  name: string
  options: readonly SelectOption[]
  placeholder?: string
}

/** Must be inside a `Form`. */
export function SelectField({
  name,
  label,
  help,
  optional,
  options,
  placeholder,
  onChange,
  ...select
}: SelectFieldProps) {
  const { registration, error, isMissing } = useField(name, { onChange })

  return (
    <Field label={label} help={help} optional={optional} error={error} isMissing={isMissing}>
      {control => (
        <SelectBox {...select} {...control} {...registration} required={!optional}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(option => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </SelectBox>
      )}
    </Field>
  )
}
