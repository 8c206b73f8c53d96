import { useEffect, useState } from 'react'
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
}

/** Asks before unsaved values are lost: by a navigation, by closing the tab, or by a call of `guarded()`. Must be inside a `Form`. */
export function LeaveGuard({ text, isOfQuery = false }: LeaveGuardProps) {
  const { isDirty, isSubmitting } = useFormState()
  const isAtStake = isDirty && !isSubmitting
  const [leave, setLeave] = useState<() => void>()
  const placeOf = ({ pathname, search }: Location) => (isOfQuery ? pathname + search : pathname)
  // After a logout has begun there is no session left to save with.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isAtStake && !isLeaving() && placeOf(currentLocation) !== placeOf(nextLocation),
  )

  useEffect(() => {
    if (!isAtStake) return
    const ask = (event: BeforeUnloadEvent) => !isLeaving() && event.preventDefault()
    addEventListener('beforeunload', ask)
    const removeGuard = addLeaveGuard(work => setLeave(() => work))
    return () => {
      removeEventListener('beforeunload', ask)
      removeGuard()
    }
  }, [isAtStake])

  function handleStay() {
    setLeave(undefined)
    blocker.reset?.()
  }

  function handleDiscard() {
    setLeave(undefined)
    blocker.proceed?.()
    leave?.()
  }

  return (
    <Dialog
      open={leave !== undefined || blocker.state === 'blocked'}
      onClose={handleStay}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="outline" onClick={handleStay}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={handleDiscard}>
            Discard changes
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{text}</p>
    </Dialog>
  )
}
