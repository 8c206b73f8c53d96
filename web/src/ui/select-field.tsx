import type { ComponentProps } from 'react'
import { SelectBox } from './select.tsx'
import { Field, type FieldText, useField } from './text-field.tsx'

interface SelectFieldProps extends Omit<ComponentProps<typeof SelectBox>, 'name' | 'id' | 'children'>, FieldText {
  name: string
}

/** Must be inside a `Form`. */
export function SelectField({ name, label, help, optional, onChange, ...select }: SelectFieldProps) {
  const { registration, error, isMissing } = useField(name, { onChange })

  return (
    <Field label={label} help={help} optional={optional} error={error} isMissing={isMissing}>
      {control => <SelectBox {...select} {...control} {...registration} required={!optional} />}
    </Field>
  )
}
