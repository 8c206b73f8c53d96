import type { Media } from '@mela/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useLocation } from 'react-router'
import { storedUser } from '../../../lib/current-user.ts'
import { dropUnsaved, findUnsaved, keepUnsaved } from '../../../lib/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Time } from '../../../ui/time.tsx'
import { changedFields, type ProductValues } from './product-values.ts'
import { carriedStock, fittingVariants, mergeVariants, type VariantValues } from './variant-values.ts'

interface UnsavedChangesProps {
  known: ReadonlyMap<string, Media>
  /** Called with the pictures of restored values, so that the form knows their URLs. */
  onKnow: (media: Media[]) => void
  /** The product's stock when the form loaded it; undefined for a new product. */
  loadedStock?: number | undefined
  /** Whether a save is on its way, which may fail. */
  isSaving: RefObject<boolean>
}

interface Kept {
  /** When they were kept: ISO 8601, UTC. */
  at: string
  values: Partial<ProductValues>
  /** The product's stock when the values were typed. */
  loadedStock?: number | undefined
  /** The product's variants when the values were typed. */
  loadedVariants?: VariantValues[]
  /** The pictures whose ids the values contain. */
  pictures: Media[]
}

/**
 * Keeps typed values when the session ends, another user signs in, the form is left during a save, or the page is
 * hidden, because a phone may discard it; restores them for the same user in the same form. Must be inside a `Form`.
 */
export function UnsavedChanges({ known, onKnow, loadedStock, isSaving }: UnsavedChangesProps) {
  const { userId, place } = useUnsavedPlace()
  const isKept = useRef(false)
  const [kept, setKept] = useState(() => (userId ? (findUnsaved(userId, place) as Kept | undefined) : undefined))
  const { getValues, setValue, formState } = useFormContext<ProductValues>()
  const { defaultValues } = formState

  const keep = useEffectEvent(() => {
    if (!userId) return
    const now = getValues()
    const typed = changedFields(defaultValues as ProductValues, now)
    if (typed.length === 0) return drop()
    const pictures = [now.thumbnail, ...now.gallery].flatMap(id => known.get(id) ?? [])
    const values = Object.fromEntries(typed.map(name => [name, now[name]]))
    const loadedVariants = (defaultValues as ProductValues).variants
    const at = new Date().toISOString()
    keepUnsaved({ userId, place, content: { at, values, loadedStock, loadedVariants, pictures } satisfies Kept })
    isKept.current = true
  })

  /** Deletes values that this form has stored; those of an earlier form stay until the user decides. */
  function drop() {
    if (userId && isKept.current) dropUnsaved(userId, place)
    isKept.current = false
  }

  const handleEnd = useEffectEvent(() => {
    // Values are stored only for another user or during a save: other navigation has asked whether to discard them.
    if (storedUser()?.id !== userId || isSaving.current) keep()
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
    for (const [name, value] of Object.entries(valuesNow(kept, loadedStock, defaultValues as ProductValues))) {
      setValue(name as keyof ProductValues, value, { shouldDirty: true })
    }
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

/** The stored values; a stock keeps its difference to the product's stock, which may have changed since. */
function valuesNow(
  { values, loadedStock: loaded, loadedVariants = [] }: Kept,
  latest: number | undefined,
  { variants, options }: ProductValues,
): Kept['values'] {
  if (loaded === undefined || latest === undefined) return values
  const stock = { loaded, latest }
  const states = { loaded: loadedVariants, latest: variants, stock, hasOwnOptions: values.options !== undefined }
  const merged = values.variants && mergeVariants({ ...states, mine: values.variants })
  return {
    ...values,
    ...(values.stock !== undefined && { stock: carriedStock(values.stock, stock) }),
    ...(merged && { variants: fittingVariants(values.options ?? options, merged) }),
  }
}
