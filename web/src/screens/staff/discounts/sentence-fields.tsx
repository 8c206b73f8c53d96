import { useId } from 'react'
import { useFormState } from 'react-hook-form'
import { cx, type Elements } from '../../../ui/cx.ts'
import { ErrorText } from '../../../ui/error-text.tsx'
import { useField } from '../../../ui/text-field.tsx'

const underlined =
  'mx-1 inline-block min-h-8 rounded-none border-ink border-b-2 bg-transparent px-1 align-baseline font-semibold leading-normal text-ink aria-invalid:border-danger pointer-coarse:min-h-11 pointer-coarse:text-base'

interface ClauseProps {
  title: string
  /** Fields whose errors are shown below the sentence. */
  fields: readonly string[]
  children: Elements
}

/** A part of the rule as a sentence, whose underlined parts are inputs. */
export function Clause({ title, fields, children }: ClauseProps) {
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="type-small float-left text-ink-2">{title}</legend>
      <div className="clear-both leading-11">{children}</div>
      <ClauseErrors fields={fields} />
    </fieldset>
  )
}

function ClauseErrors({ fields }: { fields: readonly string[] }) {
  const { errors, touchedFields, isSubmitted } = useFormState()
  const shown = fields.flatMap(name => {
    const error = errors[name]
    const message = messageIn(error)
    return message && (isSubmitted || name in touchedFields || error?.type === 'server') ? [message] : []
  })
  return <ErrorText>{[...new Set(shown)].join(' ') || undefined}</ErrorText>
}

/** An error of a list stands at one of its entries. */
function messageIn(error: unknown): string | undefined {
  if (Array.isArray(error)) return error.map(messageIn).find(Boolean)
  const { message } = Object(error) as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}

/** The words around an input. */
function Phrase({
  before,
  after,
  children,
}: {
  before?: string | undefined
  after?: string | undefined
  children: Elements
}) {
  return (
    <>
      {before && <span>{before}</span>}
      {children}
      {after && <span>{`${after} `}</span>}
    </>
  )
}

interface InSentence {
  name: string
  /** Its name for screen readers, where the sentence is read around it. */
  label: string
  before?: string
  after?: string
}

interface SentenceInputProps extends InSentence {
  type?: 'text' | 'datetime-local'
  inputMode?: 'numeric' | 'decimal'
  placeholder?: string
  /** The width in characters. */
  size?: number
  read?: (typed: string) => string
}

export function SentenceInput(props: SentenceInputProps) {
  const { name, label, before, after, type = 'text', size = 6, read, ...input } = props
  const { registration, error } = useField(name, read && { setValueAs: read })
  return (
    <Phrase before={before} after={after}>
      <input
        {...input}
        {...registration}
        type={type}
        autoComplete="off"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        style={type === 'text' ? { width: `${size + 1}ch` } : undefined}
        className={cx(underlined, 'placeholder:font-normal placeholder:text-ink-3')}
      />
    </Phrase>
  )
}

interface SentenceSelectProps extends InSentence {
  options: Record<string, string>
  /** Of a value that is true or false. */
  isFlag?: boolean
  onChange?: () => void
}

export function SentenceSelect(props: SentenceSelectProps) {
  const { name, label, before, after, options, isFlag, onChange } = props
  const id = useId()
  const { registration, error } = useField(name, {
    ...(isFlag && { setValueAs: value => String(value) === 'true' }),
    ...(onChange && { onChange }),
  })
  return (
    <Phrase before={before} after={after}>
      <select
        {...registration}
        id={id}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        className={cx(underlined, 'field-sizing-content max-w-full cursor-pointer')}
      >
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Phrase>
  )
}
