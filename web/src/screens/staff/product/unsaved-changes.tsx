import type { Media, Product } from '@mela/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useLocation } from 'react-router'
import { storedUser } from '../../../lib/current-user.ts'
import { countLabel } from '../../../lib/format.ts'
import { dropUnsaved, findUnsaved, keepUnsaved } from '../../../lib/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import { changedFields, type ProductValues, valuesOf, withTyped } from './product-values.ts'

/** Whether the form's values are on their way to the server, or saved but not loaded again. */
export type SaveState = 'none' | 'sent' | 'done'

interface UnsavedChangesProps {
  known: ReadonlyMap<string, Media>
  /** Called with the pictures of restored values, so that the form knows their URLs. */
  onKnow: (media: Media[]) => void
  saving: RefObject<SaveState>
}

interface Kept {
  /** When they were kept: ISO 8601, UTC. */
  at: string
  /** The values that the form had loaded, and those that were typed. */
  before: ProductValues
  typed: ProductValues
  /** The pictures whose ids the values contain. */
  pictures: Media[]
}

/**
 * Keeps typed values when the session ends, another user signs in, the form is left during a save, or the page is
 * hidden, because a phone may discard it; restores them for the same user in the same form. Must be inside a `Form`.
 */
export function UnsavedChanges({ known, onKnow, saving }: UnsavedChangesProps) {
  const { userId, place } = useUnsavedPlace()
  const isKept = useRef(false)
  const [kept, setKept] = useState(() => (userId ? (findUnsaved(userId, place) as Kept | undefined) : undefined))
  const { getValues, formState } = useFormContext<ProductValues>()
  const before = formState.defaultValues as ProductValues
  const typeAgain = useTypeAgain()

  const keep = useEffectEvent(() => {
    if (!userId) return
    const typed = getValues()
    if (changedFields(before, typed).length === 0) return drop()
    const pictures = [typed.thumbnail, ...typed.gallery].flatMap(id => known.get(id) ?? [])
    const at = new Date().toISOString()
    keepUnsaved({ userId, place, content: { at, before, typed, pictures } satisfies Kept })
    isKept.current = true
  })

  /** Deletes values that this form has stored; those of an earlier form stay until the user decides. */
  function drop() {
    if (userId && isKept.current) dropUnsaved(userId, place)
    isKept.current = false
  }

  const handleEnd = useEffectEvent(() => {
    // Values are stored only for another user or during a save: other navigation has asked whether to discard them.
    if (storedUser()?.id !== userId || saving.current === 'sent') keep()
    else drop()
  })
  useEffect(() => () => handleEnd(), [])

  useEffect(() => {
    const handleHide = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', handleHide)
    return () => document.removeEventListener('visibilitychange', handleHide)
  }, [])

  function handleRestore() {
    if (!kept) return
    onKnow(kept.pictures)
    typeAgain(withTyped(kept.before, before, kept.typed))
    handleDiscard()
  }

  function handleDiscard() {
    if (userId) dropUnsaved(userId, place)
    setKept(undefined)
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
      <Button size={40} onClick={handleRestore}>
        Restore
      </Button>
      <Button variant="outline" size={40} onClick={handleDiscard}>
        Discard
      </Button>
    </section>
  )
}

/** The user and the address under which unsaved values are stored. */
export function useUnsavedPlace() {
  const { pathname, search } = useLocation()
  const [userId] = useState(() => storedUser()?.id)
  return { userId, place: pathname + search }
}

interface FollowProductProps {
  product: Product
  /** The version that the form's values belong to. */
  loadedVersion: number | undefined
  saving: RefObject<SaveState>
  onFollow: (product: Product) => void
}

/** Takes over changes of a product, and keeps typed values. Must be inside a `Form`. */
export function FollowProduct({ product, loadedVersion, saving, onFollow }: FollowProductProps) {
  const { getValues, reset, formState } = useFormContext<ProductValues>()
  const before = formState.defaultValues as ProductValues
  const typeAgain = useTypeAgain()

  const follow = useEffectEvent(() => {
    const latest = valuesOf(product)
    // Only a new version means that the save succeeded: a sale during the save changes the stock and not the version.
    const isSaved = saving.current !== 'none' && product.version !== loadedVersion
    const typed = withTyped(before, latest, isSaved ? before : getValues())
    if (isSaved) saving.current = 'none'
    reset(latest)
    typeAgain(typed)
    onFollow(product)
  })

  const stocks = product.variants.map(({ stock }) => stock).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: version and stock identify the state of a product
  useEffect(() => follow(), [product.version, product.stock, stocks])
  return null
}

/** Answers a function that puts typed values on the present ones, and says what no longer fits them. */
function useTypeAgain() {
  const { setValue } = useFormContext<ProductValues>()
  return ({ values, leftOut }: ReturnType<typeof withTyped>) => {
    for (const [name, value] of Object.entries(values))
      setValue(name as keyof ProductValues, value, { shouldDirty: true })
    if (leftOut === 0) return
    const were = leftOut === 1 ? 'was' : 'were'
    toastWarning(`${countLabel(leftOut, 'variant')} ${were} left out: the options of this product have changed.`)
  }
}
