import type { ComponentProps } from 'react'
import { useFormState } from 'react-hook-form'
import { Button } from './button.tsx'

/** Belongs inside a `Form`; loading while the form is being submitted. */
export function SubmitButton({ variant = 'primary', ...props }: ComponentProps<typeof Button>) {
  const { isSubmitting } = useFormState()

  return <Button {...props} type="submit" variant={variant} loading={isSubmitting} />
}
