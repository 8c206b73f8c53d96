import { useFormState } from 'react-hook-form'
import { ButtonLink } from './button.tsx'
import type { Elements } from './cx.ts'
import { SubmitButton } from './form.tsx'

/** `children` are buttons before the last. */
export function SaveBar({ backTo, children }: { backTo: string; children?: Elements }) {
  const { isDirty } = useFormState()

  return (
    <div className="sticky bottom-0 z-2 -mx-4 flex items-center justify-end gap-3 border-line border-t bg-paper px-4 py-3 md:-mx-8 md:px-8">
      <p role="status" className="type-small mr-auto text-ink-2">
        {isDirty && 'Unsaved changes'}
      </p>
      <ButtonLink to={backTo} variant="outline" size={40}>
        Cancel
      </ButtonLink>
      {children}
      <SubmitButton variant="default" size={40}>
        Save
      </SubmitButton>
    </div>
  )
}
