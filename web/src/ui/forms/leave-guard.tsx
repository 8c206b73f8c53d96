import type { RefObject } from 'react'
import { useFormState } from 'react-hook-form'
import { LeaveQuestion } from './leave-question.tsx'

interface LeaveGuardProps {
  text: string
  /** Whether a change of the query also leaves the form. */
  isOfQuery?: boolean
  /** True once the values are saved and the page itself leaves the form. */
  isSaved?: RefObject<boolean>
}

/** Asks before unsaved values are lost, also while they are being saved. Must be inside a `Form`. */
export function LeaveGuard({ text, ...props }: LeaveGuardProps) {
  const { isDirty, isSubmitting } = useFormState()
  const question = isSubmitting
    ? {
        title: 'Still saving',
        text: 'It has not arrived yet. Wait a moment to see whether it is saved.',
        stay: 'Wait',
        leave: 'Leave anyway',
      }
    : { title: 'Leave without saving?', text, stay: 'Keep editing', leave: 'Discard changes' }

  return <LeaveQuestion isAtStake={isDirty} {...question} {...props} />
}
