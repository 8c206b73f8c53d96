import { type ComponentProps, useEffect, useRef } from 'react'
import { SelectBox } from './select-box.tsx'

interface SubmitSelectProps extends Omit<ComponentProps<'select'>, 'ref' | 'defaultValue'> {
  defaultValue: string | number
  /** Label of the button that is shown without JavaScript. */
  submitLabel: string
}

/** Every choice submits the form at once, even one made before hydration. */
export function SubmitSelect({ defaultValue, submitLabel, ...props }: SubmitSelectProps) {
  const select = useRef<HTMLSelectElement>(null)

  useEffect(() => {
    if (select.current?.value !== String(defaultValue)) select.current?.form?.requestSubmit()
  }, [defaultValue])

  return (
    <>
      <SelectBox
        {...props}
        key={defaultValue}
        ref={select}
        defaultValue={defaultValue}
        autoComplete="off"
        onChange={event => event.currentTarget.form?.requestSubmit()}
      />
      <noscript>
        <button type="submit" className="type-ui h-11 underline underline-offset-3">
          {submitLabel}
        </button>
      </noscript>
    </>
  )
}
