import type { ComponentProps } from 'react'
import { useFormState } from 'react-hook-form'
import { useHydrated } from '../../lib/browser/hydrated.ts'
import { Button } from '../buttons/button.tsx'

/** Must be inside a `Form`; loading while the form is being submitted. Submits nothing before hydration. */
export function SubmitButton({ variant = 'primary', ...props }: ComponentProps<typeof Button>) {
  const { isSubmitting } = useFormState()
  const isHydrated = useHydrated()

  return (
    <>
      {/* Browsers submit a form of one field at Enter, unless its submit button is disabled. */}
      {!isHydrated && <button type="submit" disabled hidden />}
      <Button
        {...props}
        type={isHydrated ? 'submit' : 'button'}
        variant={variant}
        loading={isSubmitting}
        // A field that loses the focus may show its error at once, and the button would move away from under the pointer.
        onMouseDown={event => event.preventDefault()}
      />
    </>
  )
}
