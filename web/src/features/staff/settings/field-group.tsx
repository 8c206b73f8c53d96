import { useId } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import type { Elements } from '../../../ui/layout/elements.ts'

interface FieldGroupProps {
  /** Name of the form value whose error is shown. */
  name: string
  label: string
  help: string
  children: Elements
  /** Buttons below the error that add to the list. */
  actions: Elements
}

/** A list of inputs with its label, help and error. Must be inside a `Form`. */
export function FieldGroup({ name, label, help, children, actions }: FieldGroupProps) {
  const { control, getFieldState } = useFormContext()
  const { error } = getFieldState(name, useFormState({ control, name }))
  const helpId = useId()
  const message = error?.message ?? error?.root?.message

  return (
    <fieldset aria-describedby={helpId} className="grid min-w-0 gap-3">
      <legend className="type-ui pb-1">{label}</legend>
      <p id={helpId} className="type-small text-ink-2">
        {help}
      </p>
      {children}
      {message && (
        <p role="alert" className="type-small text-danger">
          {message}
        </p>
      )}
      {actions}
    </fieldset>
  )
}
