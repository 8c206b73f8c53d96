import { formatCount } from '@mela/contract'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { type RegisterOptions, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { IconButton } from './button.tsx'
import { cx, type Elements } from './cx.ts'

const REQUIRED = 'This is required.'
/** Messages of an email and of the lines of an address say nothing of an empty field. */
const VALUE_FAULT = /^This email|is not valid$/

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
      <p>{isMissing && VALUE_FAULT.test(error) ? REQUIRED : error}</p>
    </div>
  )
}

/** The state of a field in its form. `name` is a dotted path of the schema. */
export function useField(name: string, options?: RegisterOptions) {
  const { control, register, getFieldState, getValues } = useFormContext()
  const formState = useFormState({ control, name })
  useWatch({ control, name })
  // What was typed before the code was loaded is unknown to `useWatch`.
  const isMissing = isBlank(getValues(name))
  const { error, isTouched } = getFieldState(name, formState)
  // Adding an entry to a list validates all entries, so errors are shown only after the field was touched or submitted.
  const isShown = isTouched || formState.isSubmitted || error?.type === 'server'
  return {
    registration: register(name, options),
    error: isShown ? error?.message : undefined,
    isMissing,
  }
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : value === undefined || value === null
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'prefix'>, FieldText {
  name: string
  multiline?: boolean
  rows?: number
  counter?: number
  /** Fixed text in front of the value, such as '+91'. */
  prefix?: string
  /** Converts typed text to the value; the text on screen stays. */
  read?: (typed: string) => string
}

/** Must be inside a `Form`. A password gets a show and hide button. */
export function TextField({
  name,
  label,
  help,
  optional,
  multiline,
  rows = 4,
  counter,
  read,
  ...input
}: TextFieldProps) {
  const { registration, error, isMissing } = useField(name, read && { setValueAs: read })

  return (
    <Field
      label={label}
      help={help}
      optional={optional}
      error={error}
      isMissing={isMissing}
      aside={counter !== undefined && <FieldCounter name={name} max={counter} />}
    >
      {control =>
        multiline ? (
          <textarea
            {...control}
            {...registration}
            dir="auto"
            rows={rows}
            required={!optional}
            placeholder={input.placeholder}
            maxLength={input.maxLength}
            className="control"
          />
        ) : (
          <TextInput {...input} {...control} {...registration} required={!optional} />
        )
      }
    </Field>
  )
}

function TextInput({ type = 'text', prefix, ...input }: ComponentProps<'input'> & { prefix?: string }) {
  const [isShown, setIsShown] = useState(false)
  if (type !== 'password' && !prefix) return <input dir="auto" {...input} type={type} className="control" />

  return (
    <div className="relative flex">
      {prefix && (
        <span className="type-ui pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-ink-2">
          {prefix}
        </span>
      )}
      <input
        {...input}
        type={isShown ? 'text' : type}
        className={type === 'password' ? 'control pr-12!' : 'control pl-13!'}
      />
      {type === 'password' && (
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          size={40}
          tipEnd
          className="absolute! right-1 top-1/2 -translate-y-1/2 text-ink-2"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </IconButton>
      )}
    </div>
  )
}

/** Number of typed and allowed characters. It is visual only; the schema's message is announced. */
export function FieldCounter({ name, max }: { name: string; max: number }) {
  const typed = String(useWatch({ name }) ?? '').trim().length

  return (
    <span aria-hidden className={cx('ml-auto shrink-0 whitespace-nowrap tabular-nums', typed > max && 'text-danger')}>
      {`${formatCount(typed)} / ${formatCount(max)}`}
    </span>
  )
}
