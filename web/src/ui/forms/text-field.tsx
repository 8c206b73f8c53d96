import { formatCount } from '@mela/contract'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../layout/cx.ts'
import { Field, type FieldText } from './field.tsx'
import { useField } from './use-field.ts'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'prefix'>, FieldText {
  name: string
  multiline?: boolean
  /** Rows of a multiline field. */
  rows?: number
  /** Counts the characters against this maximum. */
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
  const { registration, error, isMissing } = useField(name, read)

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
function FieldCounter({ name, max }: { name: string; max: number }) {
  const typed = String(useWatch({ name }) ?? '').trim().length

  return (
    <span aria-hidden className={cx('ml-auto shrink-0 whitespace-nowrap tabular-nums', typed > max && 'text-danger')}>
      {`${formatCount(typed)} / ${formatCount(max)}`}
    </span>
  )
}
