import { useFormContext, useFormState } from 'react-hook-form'
import { Field, type FieldText } from '../../../ui/forms/field.tsx'

/** A list of texts, one on each line. Must be inside a `Form`. */
export function LinesField({ name, ...text }: FieldText & { name: string }) {
  const { control, register, getFieldState } = useFormContext()
  const { error } = getFieldState(name, useFormState({ control, name }))

  return (
    <Field {...text} error={error && firstMessage(error)}>
      {props => (
        <textarea
          dir="auto"
          {...props}
          {...register(name)}
          rows={3}
          required={!text.optional}
          className="control field-sizing-content max-h-100 min-h-24"
        />
      )}
    </Field>
  )
}

/** The error message of the list, or else of its first line with an error. */
function firstMessage(error: object): string | undefined {
  const messages = [error, ...Object.values(error)].map((one: { message?: unknown } | undefined) => one?.message)
  return messages.find(message => typeof message === 'string')
}
