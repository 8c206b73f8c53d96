import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form'
import { useLocation } from 'react-router'
import { changesIn } from '../lib/changes.ts'
import { storedUser } from '../lib/current-user.ts'
import { dropUnsaved, findUnsaved, keepUnsaved } from '../lib/unsaved.ts'
import { useTypeAgain } from './follow-saved.tsx'

/** Keeps the place of a user's id. */
const VISITOR = ''

const SECRETS = ['password', 'code']

/** A code without a password is not the second factor's but a discount's. */
const withoutSecrets = (values: FieldValues) =>
  'password' in values
    ? Object.fromEntries(Object.entries(values).filter(([field]) => !SECRETS.includes(field)))
    : values

/** What a form had loaded, and what was typed in it. */
interface Kept<Values> {
  before: Values
  typed: Values
  mayBeSaved?: boolean | undefined
}

interface KeepTypedProps<Values> {
  name: string
  /** With this, values are also kept when the form closes or its page is left or reloaded, unless it is true, as after saving or 'Cancel'. */
  isDone?: RefObject<boolean>
  /** True while a save is under way or its answer was lost. */
  mayBeSaved?: RefObject<boolean>
  /** Answers what stays typed on top of a newer state; by default each changed value. */
  rebase?: (before: Values, latest: Values, typed: Values, mayBeSaved?: boolean) => FieldValues
}

const changed = (before: FieldValues, typed: FieldValues) => changesIn(Object.keys(typed), before, typed)

/**
 * Keeps typed values but passwords and codes of the second factor when the session ends, and restores them for the same user or visitor at
 * the same address. Must be inside a `Form`.
 */
export function KeepTyped<Values extends FieldValues>(props: KeepTypedProps<Values>) {
  const { name, isDone, mayBeSaved, rebase = (before, _latest, typed) => changed(before, typed) } = props
  const { userId, place } = useOwner(name)
  const { getValues } = useFormContext()
  const { defaultValues = {} } = useFormState()
  const typeAgain = useTypeAgain()

  const restore = useEffectEvent(() => {
    if (isDone) isDone.current = false
    const kept = findUnsaved(userId, place)?.content as Partial<Kept<Values>> | undefined
    dropUnsaved(userId, place)
    // An earlier edition of the shop, which this tab had open, kept another shape.
    if (kept?.before && kept.typed) typeAgain(rebase(kept.before, defaultValues as Values, kept.typed, kept.mayBeSaved))
  })
  const keep = useEffectEvent(() => {
    const isSignedOut = userId !== VISITOR && storedUser()?.id !== userId
    const typed = withoutSecrets(getValues())
    const isTyped = Object.keys(changed(defaultValues, typed)).length > 0
    if (isTyped && (isSignedOut || isDone?.current === false)) {
      const content = { before: defaultValues, typed, mayBeSaved: mayBeSaved?.current }
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

/** Answers a function that drops what was kept of a form, also after it was left during its save. */
export function useDropKept(name: string) {
  const { userId, place } = useOwner(name)
  return () => dropUnsaved(userId, place)
}

/** Whether the session ended while this form was open: it is closed at first and must be opened again. */
export const useIsCutOff = (name: string) => useFound(name)?.isCutOff === true

/** The values of this form that were kept when the component mounted. */
export const useKept = (name: string) => (useFound(name)?.content as Kept<FieldValues> | undefined)?.typed

function useFound(name: string) {
  const { userId, place } = useOwner(name)
  const [found] = useState(() => findUnsaved(userId, place))
  return found
}

function useOwner(name: string) {
  const place = `${useLocation().pathname}#${name}`
  const [userId] = useState(() => storedUser()?.id ?? VISITOR)
  return { userId, place }
}
