import { type KeyboardEvent, useEffect, useRef } from 'react'
import { get, useController, useFormContext } from 'react-hook-form'
import { newVariant, type ProductValues, type VariantValues } from '../product-values.ts'
import type { Draft } from './options-model.ts'

/** A change of the present rows, which may differ from those of the last render. */
export type RowsEdit = (rows: VariantValues[]) => VariantValues[]

export interface DraftProps {
  edit: ReturnType<typeof useDraft>
  /** Called with the draft without a removed part, in words. */
  onRemove: (next: Draft, what: string) => void
}

export function useDraft(firstId: string | undefined) {
  const { getValues, setValue, clearErrors, formState } = useFormContext<ProductValues>()
  const options = useController<ProductValues, 'options'>({ name: 'options' })
  const variants = useController<ProductValues, 'variants'>({ name: 'variants' })
  const draft: Draft = { options: options.field.value, variants: variants.field.value }

  const past = useRef<VariantValues[][]>([])
  const { defaultValues, errors } = formState
  // Earlier rows cannot be restored after a save or a sale, because they were based on another stock.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other values have been loaded
  useEffect(() => {
    past.current = []
  }, [defaultValues])

  function setRows(edit: RowsEdit) {
    const before = getValues('variants')
    past.current.push(before)
    variants.field.onChange(edit(before))
  }

  function undoRows() {
    const before = past.current.pop()
    if (before) variants.field.onChange(before)
  }

  function setDraft(next: Draft) {
    past.current = []
    // The errors have the indexes of the previous rows.
    clearErrors(['options', 'variants'])
    const [kept] = next.options.length === 0 ? draft.variants : []
    if (kept) for (const name of ['stock', 'sku', 'barcode'] as const) setValue(name, kept[name], { shouldDirty: true })
    options.field.onChange(next.options)
    variants.field.onChange(next.options.length === 0 ? [] : next.variants)
  }

  /** The only variant of a product without options; it becomes the first variant when an option is added. */
  function plainVariant(): VariantValues {
    const [stock, sku, barcode] = getValues(['stock', 'sku', 'barcode'])
    const plain = { ...newVariant({}), stock, sku, barcode }
    return firstId ? { ...plain, key: firstId, _id: firstId } : plain
  }

  return {
    draft,
    setDraft,
    setRows,
    undoRows,
    plainVariant,
    /** The message at a path such as 'variants.0.sku'. */
    errorAt: (path: string) => get(errors, `${path}.message`) as string | undefined,
    loaded: (defaultValues?.variants ?? []) as VariantValues[],
  }
}

/** Handles Enter, which would submit the form. */
export const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  act()
}
