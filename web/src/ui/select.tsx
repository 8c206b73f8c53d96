import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

export function SelectBox({ className, ...props }: ComponentProps<'select'>) {
  return (
    <div className="relative flex items-center">
      <select {...props} className={cx('control', className)} />
      <ChevronDown className="pointer-events-none absolute right-3 size-4 text-ink-2" />
    </div>
  )
}

interface SubmitSelectProps extends Omit<ComponentProps<'select'>, 'ref' | 'defaultValue'> {
  defaultValue: string | number
  /** Label of the button that is shown without JavaScript. */
  submitLabel: string
}

/** Milliseconds before a choice by arrow key is submitted, because the user may press on to a further option. */
const KEYS_PAUSE_MS = 700

/** A select that submits its form: at once, also a choice from before hydration, and by arrow keys after a pause. */
export function SubmitSelect({ defaultValue, submitLabel, ...props }: SubmitSelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  const isFirst = useRef(true)
  const isByKeys = useRef(false)
  const timer = useRef(0)

  // Updates the value in place: a remounted select would lose the focus when the list changes.
  useEffect(() => {
    const { current: box } = select
    if (!box) return
    if (isFirst.current && box.value !== String(defaultValue)) box.form?.requestSubmit()
    else box.value = String(defaultValue)
    isFirst.current = false
  }, [defaultValue])

  function handleChange() {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => select.current?.form?.requestSubmit(), isByKeys.current ? KEYS_PAUSE_MS : 0)
    isByKeys.current = false
  }

  return (
    <>
      <SelectBox
        {...props}
        ref={select}
        defaultValue={defaultValue}
        autoComplete="off"
        onKeyDown={({ key }) => {
          isByKeys.current = key !== 'Enter' && key !== ' '
        }}
        onChange={handleChange}
      />
      <noscript>
        <button type="submit" className="type-ui h-11 underline underline-offset-3">
          {submitLabel}
        </button>
      </noscript>
    </>
  )
}
