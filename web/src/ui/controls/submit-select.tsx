import { type ComponentProps, useEffect, useRef } from 'react'
import { SelectBox } from './select-box.tsx'

interface SubmitSelectProps extends Omit<ComponentProps<'select'>, 'ref' | 'defaultValue'> {
  defaultValue: string | number
  /** Label of the button that is shown without JavaScript. */
  submitLabel: string
}

/** An arrow key chooses what is next, and the one after that may be what is wanted. */
const KEYS_PAUSE_MS = 700

/** Every choice submits the form at once, even one made before hydration; one by arrow keys after a pause. */
export function SubmitSelect({ defaultValue, submitLabel, ...props }: SubmitSelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  const isFirst = useRef(true)
  const isByKeys = useRef(false)
  const timer = useRef(0)

  // Kept when its list is another, so that the focus stays on it.
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
