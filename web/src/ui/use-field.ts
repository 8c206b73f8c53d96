import { useFormContext, useFormState, useWatch } from 'react-hook-form'

/** What a field takes from the form around it. `name` is a dotted path of the schema. */
export function useField(name: string) {
  const { control, register, getFieldState } = useFormContext()
  const formState = useFormState({ control, name })
  const isMissing = isBlank(useWatch({ control, name }))
  return { registration: register(name), error: getFieldState(name, formState).error?.message, isMissing }
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : value === undefined || value === null
}
