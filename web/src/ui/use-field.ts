import { useFormContext, useFormState } from 'react-hook-form'

/** What a field takes from the form around it. `name` is a dotted path of the schema. */
export function useField(name: string) {
  const { control, register, getFieldState } = useFormContext()
  const formState = useFormState({ control, name })
  return { registration: register(name), error: getFieldState(name, formState).error?.message }
}
