import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { useBlocker } from 'react-router'
import { Button } from '../buttons/button.tsx'
import { Dialog } from '../dialogs/dialog.tsx'

/** Asks before what was typed is lost, be it to another page or with the tab. Belongs inside a `Form`. */
export function LeaveGuard({ text }: { text: string }) {
  const { isDirty, isSubmitting } = useFormState()
  const isAtStake = isDirty && !isSubmitting
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isAtStake && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isAtStake) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isAtStake])

  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={stay}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="outline" onClick={stay}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            Discard changes
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{text}</p>
    </Dialog>
  )
}
