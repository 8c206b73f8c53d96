import type { Media } from '@mela/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useLocation } from 'react-router'
import { storedUser } from '../../../lib/current-user.ts'
import { countLabel } from '../../../lib/format.ts'
import { dropUnsaved, findUnsaved, keepUnsaved } from '../../../lib/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { useTypeAgain } from '../../../ui/follow-saved.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import { changesOf, type KnownPictures, type ProductValues, withTyped } from './product-values.ts'

interface Kept {
  /** When they were kept: ISO 8601, UTC. */
  at: string
  /** The values that the form had loaded, and those that were typed. */
  before: ProductValues
  typed: ProductValues
  /** The pictures whose ids the values contain. */
  pictures: Media[]
}

/** The values that the user has left unsaved in this form before, and where this form keeps its own. */
export function useUnsaved() {
  const { pathname, search } = useLocation()
  const [userId] = useState(() => storedUser()?.id ?? '')
  const place = pathname + search
  const [kept, setKept] = useState(() => findUnsaved(userId, place) as Kept | undefined)

  function drop() {
    dropUnsaved(userId, place)
    setKept(undefined)
  }
  return { userId, place, kept, drop }
}

interface UnsavedChangesProps {
  unsaved: ReturnType<typeof useUnsaved>
  known: KnownPictures
  /** Called with the pictures of restored values, so that the form knows their URLs. */
  onKnow: (media: Media[]) => void
  /** Whether the values are saved. */
  isSaved: RefObject<boolean>
}

/**
 * Keeps typed values when the session ends, another user signs in, the form is left during a save, or the page is
 * hidden, because a phone may discard it; restores them for the same user in the same form. Must be inside a `Form`.
 */
export function UnsavedChanges({
  unsaved: { userId, place, kept, drop },
  known,
  onKnow,
  isSaved,
}: UnsavedChangesProps) {
  const isKept = useRef(false)
  const { getValues } = useFormContext<ProductValues>()
  const { defaultValues, isSubmitting } = useFormState<ProductValues>()
  const before = defaultValues as ProductValues
  const typeAgain = useTypeAgain()

  const keep = useEffectEvent(() => {
    const typed = getValues()
    if (Object.keys(changesOf(before, typed)).length === 0) return dropOwn()
    const pictures = [typed.thumbnail, ...typed.gallery].flatMap(id => known.get(id) ?? [])
    const at = new Date().toISOString()
    keepUnsaved({ userId, place, content: { at, before, typed, pictures } satisfies Kept })
    isKept.current = true
  })

  /** Deletes values that this form has stored; those of an earlier form stay until the user decides. */
  function dropOwn() {
    if (isKept.current) dropUnsaved(userId, place)
    isKept.current = false
  }

  const handleEnd = useEffectEvent(() => {
    // Values are stored only for another user or during a save: other navigation has asked whether to discard them.
    if (storedUser()?.id !== userId || (isSubmitting && !isSaved.current)) keep()
    else dropOwn()
  })
  useEffect(() => {
    const handleHide = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', handleHide)
    return () => {
      document.removeEventListener('visibilitychange', handleHide)
      handleEnd()
    }
  }, [])

  function handleRestore({ before: loaded, typed, pictures }: Kept) {
    onKnow(pictures)
    typeAgain(rebaseTyped(loaded, before, typed))
    drop()
  }

  if (!kept) return null
  return (
    <section
      aria-label="Unsaved changes"
      className="flex flex-wrap items-center gap-3 rounded-tile bg-info-soft px-5 py-3 text-info"
    >
      <p role="status" className="min-w-0 grow basis-56">
        You have unsaved changes from <Time value={kept.at} style="date-time" />.
      </p>
      <Button size={40} onClick={() => handleRestore(kept)}>
        Restore
      </Button>
      <Button variant="outline" size={40} onClick={drop}>
        Discard
      </Button>
    </section>
  )
}

/** The typed values on top of a newer state of the product; says what no longer fits it. */
export function rebaseTyped(before: ProductValues, latest: ProductValues, mine: ProductValues) {
  const { values, leftOut } = withTyped(before, latest, mine)
  if (leftOut > 0) {
    const were = leftOut === 1 ? 'was' : 'were'
    toastWarning(`${countLabel(leftOut, 'variant')} ${were} left out: the options of this product have changed.`)
  }
  return values
}
