import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Elements } from '../layout/elements.ts'

/** Most fields have a message of their own, which comes first. */
const REQUIRED = 'This is required.'
/** Messages that find fault with a value, where others say what to do. */
const FAULT = /\bnot (valid|acceptable)\b/

interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

export interface FieldText {
  label: string
  help?: ReactNode
  optional?: boolean
}

interface FieldProps extends FieldText {
  error?: string
  /** Whether the value is missing, which an error that finds fault with it does not say. */
  isMissing?: boolean
  /** At the end of the line under the control. */
  aside?: Elements
  children: (control: FieldControl) => Elements
}

/** Label above, help or error under the control, linked by ids. */
export function Field({ label, help, optional, error, isMissing, aside, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}note`
  const hasNote = Boolean(error || help)

  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="type-ui">
        <span>{label}</span> {optional && <span className="font-normal text-ink-3">(optional)</span>}
      </label>
      {children({ id, 'aria-describedby': hasNote ? noteId : undefined, 'aria-invalid': error ? true : undefined })}
      {(hasNote || aside) && (
        <div className="type-small flex justify-between gap-4 text-ink-2">
          <div id={noteId}>{error ? <FieldError error={error} isMissing={isMissing} /> : help}</div>
          {aside}
        </div>
      )}
    </div>
  )
}

function FieldError({ error, isMissing }: { error: string; isMissing: boolean | undefined }) {
  return (
    <div className="flex gap-1.5 text-danger">
      <CircleAlert className="mt-px size-4" />
      <div>
        <p>{error}</p>
        {isMissing && FAULT.test(error) && <p>{REQUIRED}</p>}
      </div>
    </div>
  )
}
