import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form'
import { Button } from './button.tsx'
import type { Elements } from './cx.ts'
import { Dialog } from './dialog.tsx'

interface FollowSavedProps<Saved> {
  /** The state as it was loaded last; `base` is the one that the form's values are based on. */
  latest: Saved
  base: Saved
  /** Names of the form's fields, such as 'title' or 'shop.name'. */
  fields: readonly string[]
  valuesOf: (saved: Saved) => FieldValues
  /** Whether `base` has just been saved from the form's values. */
  isSaved: RefObject<boolean>
  onFollow: (saved: Saved) => void
}

/** Takes over later states, unless something is typed: then a save reports the conflict. Must be inside a `Form`. */
export function FollowSaved<Saved extends { version: number }>(props: FollowSavedProps<Saved>) {
  const { latest, base, fields, valuesOf, isSaved, onFollow } = props
  const { getValues, reset, setValue } = useFormContext()
  const { isDirty, isSubmitting } = useFormState()
  const submitted = useRef<string[]>(undefined)
  const textsNow = () => getValues(fields).map(value => JSON.stringify(value))
  const noteSubmitted = useEffectEvent(() => {
    submitted.current = textsNow()
  })
  useEffect(() => {
    if (isSubmitting) noteSubmitted()
  }, [isSubmitting])

  const follow = useEffectEvent(() => {
    if (!isSaved.current && (isDirty || latest.version === base.version)) return
    const now = textsNow()
    const before = isSaved.current ? submitted.current : now
    const typedMeanwhile = fields.filter((_, at) => before && now[at] !== before[at])
    const typed = getValues(typedMeanwhile)
    isSaved.current = false
    const next = latest.version < base.version ? base : latest
    reset(valuesOf(next))
    for (const [at, name] of typedMeanwhile.entries()) setValue(name, typed[at], { shouldDirty: true })
    onFollow(next)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version identifies the state
  useEffect(() => follow(), [latest.version, base])

  return null
}

interface VersionConflictProps {
  title: string
  /** The values as they are saved now. */
  latest: FieldValues
  /** Names of the fields whose typed values can be kept. */
  typed: readonly string[]
  onResolve: () => void
  onClose: () => void
  children: Elements
}

/** Asks after a save was refused because of a newer version: load it, or keep the typed values on top of it. */
export function VersionConflict({ title, latest, typed, onResolve, onClose, children }: VersionConflictProps) {
  const { getValues, reset, setValue } = useFormContext()

  function handleResolve(kept: readonly string[]) {
    const values = getValues(kept)
    reset(latest)
    for (const [at, name] of kept.entries()) setValue(name, values[at], { shouldDirty: true })
    onResolve()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={() => handleResolve([])}>
            Load theirs
          </Button>
          <Button data-first onClick={() => handleResolve(typed)}>
            Keep what I typed
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
