import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { type Location, useBlocker } from 'react-router'
import { isLeaving } from '../lib/arrival.ts'
import { addLeaveGuard } from '../lib/back.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before unsaved values are lost, also while they are being saved. Must be inside a `Form`. */
export function LeaveGuard(props: Omit<LeaveQuestionProps, 'isAtStake' | 'onLeave'>) {
  const { isDirty, isSubmitting } = useFormState()

  function handleLeave() {
    // A save that was left may fail: what was typed for it stays kept.
    if (props.isSaved && !isSubmitting) props.isSaved.current = true
  }

  return <LeaveQuestion isAtStake={isDirty} onLeave={handleLeave} {...props} />
}

interface LeaveQuestionProps {
  isAtStake: boolean
  /** True once the page itself leaves. */
  isSaved?: RefObject<boolean> | undefined
  text: string
  title?: string
  stay?: string
  leave?: string
  onLeave?: () => void
}

/**
 * While `isAtStake`, asks before a navigation, before the tab is closed, and before an action that is passed to
 * `guarded()`. Continues by itself once nothing is at stake.
 */
export function LeaveQuestion(props: LeaveQuestionProps) {
  const { isAtStake, isSaved, text, title = 'Leave without saving?' } = props
  const [leave, setLeave] = useState<() => void>()
  const placeOf = ({ pathname, search }: Location) => pathname + search
  // Does not ask once a logout has begun: there is no session left to save with.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isAtStake && !isSaved?.current && !isLeaving() && placeOf(currentLocation) !== placeOf(nextLocation),
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

  const isAsked = leave !== undefined || blocker.state === 'blocked'
  const goOn = useEffectEvent(handleLeave)
  useEffect(() => {
    if (isAsked && !isAtStake) goOn()
  }, [isAsked, isAtStake])

  function handleStay() {
    setLeave(undefined)
    blocker.reset?.()
  }

  function handleLeave() {
    props.onLeave?.()
    setLeave(undefined)
    blocker.proceed?.()
    leave?.()
  }

  if (!isAsked) return null
  return (
    <Dialog
      onClose={handleStay}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={handleStay}>
            {props.stay ?? 'Keep editing'}
          </Button>
          <Button variant="danger" onClick={handleLeave}>
            {props.leave ?? 'Leave anyway'}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{text}</p>
    </Dialog>
  )
}
