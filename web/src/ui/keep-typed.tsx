import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form'
import { useLocation } from 'react-router'
import { storedUser } from '../lib/current-user.ts'
import { dropUnsaved, findKept, findUnsaved, keepUnsaved } from '../lib/unsaved.ts'

/** Keeps the place of a user's id. */
const VISITOR = ''

const SECRETS = ['password', 'code']

interface KeepTypedProps {
  name: string
  /** With this, values are also kept when the form closes or its page is left or reloaded, unless it is true, as after saving or 'Cancel'. */
  isDone?: RefObject<boolean>
}

/**
 * Keeps typed values but passwords and codes when the session ends, and restores them for the same user or visitor at
 * the same address. Must be inside a `Form`.
 */
export function KeepTyped({ name, isDone }: KeepTypedProps) {
  const place = usePlace(name)
  const [userId] = useState(() => storedUser()?.id ?? VISITOR)
  const { getValues, setValue } = useFormContext()
  const { isDirty } = useFormState()
  const isRestored = useRef(false)

  const restore = useEffectEvent(() => {
    if (isDone) isDone.current = false
    const kept = findUnsaved(userId, place) as FieldValues | undefined
    if (!kept) return
    for (const [field, value] of Object.entries(kept)) setValue(field, value, { shouldDirty: true })
    isRestored.current = true
    dropUnsaved(userId, place)
  })
  const keep = useEffectEvent(() => {
    const isSignedOut = userId !== VISITOR && storedUser()?.id !== userId
    const isTyped = isDirty || isRestored.current
    if (isTyped && (isSignedOut || isDone?.current === false)) {
      const content = Object.fromEntries(Object.entries(getValues()).filter(([field]) => !SECRETS.includes(field)))
      keepUnsaved({ userId, place, content, isCutOff: isSignedOut })
    } else if (isDone) dropUnsaved(userId, place)
  })
  useEffect(() => {
    restore()
    // Phones discard hidden tabs without a further event, and load them again later.
    const handleHide = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', handleHide)
    addEventListener('pagehide', keep)
    return () => {
      document.removeEventListener('visibilitychange', handleHide)
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [])

  return null
}

/** Whether the session ended while this form was open: it is closed at first and must be opened again. */
export const useIsCutOff = (name: string) => useFound(name)?.isCutOff === true

/** The values of this form that were kept when the component mounted. */
export const useKept = (name: string) => useFound(name)?.content as FieldValues | undefined

function useFound(name: string) {
  const place = usePlace(name)
  const [found] = useState(() => findKept(storedUser()?.id ?? VISITOR, place))
  return found
}

const usePlace = (name: string) => `${useLocation().pathname}#${name}`
