import { useEffect, useEffectEvent, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useLocation } from 'react-router'
import { dropUnsaved, findUnsaved, keepUnsaved } from '../../lib/browser/unsaved.ts'
import { storedUser } from '../../lib/current-user.ts'

/**
 * Keeps typed values when the session ends, and restores them for the same user at the same address. Must be inside a
 * `Form`.
 */
export function KeepTyped({ name }: { name: string }) {
  const place = usePlace(name)
  const [userId] = useState(() => storedUser()?.id)
  const { getValues, setValue } = useFormContext()
  const { isDirty } = useFormState()

  const restore = useEffectEvent(() => {
    const kept = userId ? findUnsaved(userId, place) : undefined
    if (!userId || typeof kept !== 'object' || kept === null) return
    for (const [field, value] of Object.entries(kept)) setValue(field, value, { shouldDirty: true })
    dropUnsaved(userId, place)
  })
  const keep = useEffectEvent(() => {
    const isSignedOut = userId !== undefined && storedUser()?.id !== userId
    if (isSignedOut && isDirty) keepUnsaved({ userId, place, content: getValues() })
  })
  useEffect(() => {
    restore()
    return () => keep()
  }, [])

  return null
}

/** Whether values of this form were kept when the component mounted: a form that is closed at first must then be opened. */
export function useHasKept(name: string): boolean {
  const place = usePlace(name)
  const [hasKept] = useState(() => {
    const userId = storedUser()?.id
    return userId !== undefined && findUnsaved(userId, place) !== undefined
  })
  return hasKept
}

const usePlace = (name: string) => `${useLocation().pathname}#${name}`
