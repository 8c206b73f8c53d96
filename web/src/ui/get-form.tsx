import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { cx, type Elements } from './cx.ts'
import { SelectBox } from './select.tsx'

interface GetFormProps {
  action: string
  kept: Iterable<[name: string, value: string]>
  isReplacing?: boolean
  onSubmit?: () => void
  className?: string
  children: Elements
}

/** A form whose fields become the address, so that it works without JavaScript; empty ones are left out. */
export function GetForm({ action, kept, isReplacing = false, onSubmit, className, children }: GetFormProps) {
  const navigate = useNavigate()

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit?.()
    const filled = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '')
    const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]))
    navigate(search.size > 0 ? `${action}?${search}` : action, {
      replace: isReplacing,
      preventScrollReset: isReplacing,
    })
  }

  return (
    <form action={action} className={className} onSubmit={handleSubmit}>
      {[...kept].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}

interface SelectFormProps extends Omit<GetFormProps, 'children'> {
  name: string
  label: string
  isLabelHidden?: boolean
  value: string | number
  options: readonly { value: string | number; label: string | number }[]
  /** Label of the button that is shown without JavaScript. */
  submitLabel: string
  selectClass?: string
}

/** Milliseconds before a choice by arrow key is submitted, because the user may press on to a further option. */
const KEYS_PAUSE_MS = 700

/** A select that submits its form: at once, also a choice from before hydration, and by arrow keys after a pause. */
export function SelectForm(props: SelectFormProps) {
  const { name, label, isLabelHidden, value, options, submitLabel, selectClass, ...form } = props
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const isFirst = useRef(true)
  const isByKeys = useRef(false)
  const timer = useRef(0)

  // Updates the value in place: a remounted select would lose the focus when the list changes.
  useEffect(() => {
    const { current: box } = select
    if (!box) return
    if (isFirst.current && box.value !== String(value)) box.form?.requestSubmit()
    else box.value = String(value)
    isFirst.current = false
  }, [value])

  function handleChange() {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => select.current?.form?.requestSubmit(), isByKeys.current ? KEYS_PAUSE_MS : 0)
    isByKeys.current = false
  }

  return (
    <GetForm {...form}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'type-small shrink-0 text-ink-2'}>
        {label}
      </label>
      <SelectBox
        ref={select}
        id={id}
        name={name}
        defaultValue={value}
        autoComplete="off"
        className={cx('min-h-11!', selectClass)}
        onKeyDown={({ key }) => {
          isByKeys.current = key !== 'Enter' && key !== ' '
        }}
        onChange={handleChange}
        options={options}
      />
      <noscript>
        <button type="submit" className="type-ui h-11 underline underline-offset-3">
          {submitLabel}
        </button>
      </noscript>
    </GetForm>
  )
}

/** The pairs of a query but those of these names. */
export const without = (params: URLSearchParams, ...names: string[]) =>
  [...params].filter(([name]) => !names.includes(name))
