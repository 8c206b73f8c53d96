import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { newVariant, type ProductValues, type VariantValues } from '../product-values.ts'
import type { Draft } from './options-model.ts'

/** Number of changes of the rows that can be undone. */
const MOST_UNDONE = 50

/** A change of the present rows, which may differ from those of the last render. */
export type RowsEdit = (rows: VariantValues[]) => VariantValues[]

/** Options and variants of the form, with undo for the rows. */
export function useDraft(firstId: string | undefined) {
  const { getValues, setValue, clearErrors, formState } = useFormContext<ProductValues>()
  const options = useController<ProductValues, 'options'>({ name: 'options' })
  const variants = useController<ProductValues, 'variants'>({ name: 'variants' })
  const draft: Draft = { options: options.field.value, variants: variants.field.value }

  const past = useRef<VariantValues[][]>([])
  const { defaultValues } = formState
  // Earlier rows cannot be restored after a save or a sale, because they were based on another stock.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other values have been loaded
  useEffect(() => {
    past.current = []
  }, [defaultValues])

  function setRows(edit: RowsEdit) {
    const before = getValues('variants')
    past.current = [...past.current.slice(1 - MOST_UNDONE), before]
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
    errors: { options: formState.errors.options, variants: formState.errors.variants },
    loaded: (defaultValues?.variants ?? []) as VariantValues[],
  }
}

/** The message at `path` in the form's errors; undefined without one. */
export function messageAt(errors: unknown, ...path: (string | number)[]): string | undefined {
  const found = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], errors)
  const { message } = (found ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}

/** Calls `takeOver` before the form is submitted: pressing Save does not blur the input, which applies its text. */
export function useBeforeSubmit(input: RefObject<HTMLInputElement | null>, takeOver: () => unknown) {
  const handleSubmit = useEffectEvent(takeOver)
  useEffect(() => {
    const form = input.current?.form
    const listen = () => handleSubmit()
    form?.addEventListener('submit', listen, { capture: true })
    return () => form?.removeEventListener('submit', listen, { capture: true })
  }, [input])
}
