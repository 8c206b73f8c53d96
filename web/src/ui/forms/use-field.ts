import { useFormContext, useFormState, useWatch } from 'react-hook-form'

/** The state of a field in its form. `name` is a dotted path of the schema; `read` converts typed text to the value. */
export function useField(name: string, read?: (typed: string) => string) {
  const { control, register, getFieldState } = useFormContext()
  const formState = useFormState({ control, name })
  const isMissing = isBlank(useWatch({ control, name }))
  const { error, isTouched } = getFieldState(name, formState)
  // Adding an entry to a list validates all entries, so errors are shown only after the field was touched or submitted.
  const isShown = isTouched || formState.isSubmitted || error?.type === 'server'
  return {
    registration: register(name, read && { setValueAs: read }),
    error: isShown ? error?.message : undefined,
    isMissing,
  }
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : value === undefined || value === null
}
