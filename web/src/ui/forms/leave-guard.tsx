import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { type Location, useBlocker } from 'react-router'
import { isLeaving } from '../../lib/browser/arrival.ts'
import { addLeaveGuard } from '../../lib/browser/leave-guards.ts'
import { Button } from '../buttons/button.tsx'
import { Dialog } from '../dialogs/dialog.tsx'

interface LeaveGuardProps {
  text: string
  /** Whether another query leads away from the form, too. */
  isOfQuery?: boolean
  /** Whether the form's values are saved, so that its page leaves it. */
  isSaved?: RefObject<boolean>
}

/**
 * Asks before unsaved values are lost: by a navigation, by closing the tab, or by a call of `guarded()`. Must be inside a
 * `Form`. Leaving during a save goes on by itself once the form is no longer dirty.
 */
export function LeaveGuard({ text, isOfQuery = false, isSaved }: LeaveGuardProps) {
  const { isDirty, isSubmitting } = useFormState()
  const [leave, setLeave] = useState<() => void>()
  const placeOf = ({ pathname, search }: Location) => (isOfQuery ? pathname + search : pathname)
  // After a logout has begun there is no session left to save with.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved?.current && !isLeaving() && placeOf(currentLocation) !== placeOf(nextLocation),
  )

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => !isLeaving() && event.preventDefault()
    addEventListener('beforeunload', ask)
    const removeGuard = addLeaveGuard(work => setLeave(() => work))
    return () => {
      removeEventListener('beforeunload', ask)
      removeGuard()
    }
  }, [isDirty])

  const isAsked = leave !== undefined || blocker.state === 'blocked'
  const goOn = useEffectEvent(handleLeave)
  useEffect(() => {
    if (isAsked && !isDirty) goOn()
  }, [isAsked, isDirty])

  function handleStay() {
    setLeave(undefined)
    blocker.reset?.()
  }

  function handleLeave() {
    setLeave(undefined)
    blocker.proceed?.()
    leave?.()
  }

  return (
    <Dialog
      open={isAsked}
      onClose={handleStay}
      title={isSubmitting ? 'Still saving' : 'Leave without saving?'}
      footer={
        <>
          <Button variant="outline" onClick={handleStay}>
            {isSubmitting ? 'Wait' : 'Keep editing'}
          </Button>
          <Button variant="danger" onClick={handleLeave}>
            {isSubmitting ? 'Leave anyway' : 'Discard changes'}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {isSubmitting ? 'It has not arrived yet. Wait a moment to see whether it is saved.' : text}
      </p>
    </Dialog>
  )
}
