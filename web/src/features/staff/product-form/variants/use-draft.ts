import { useEffect, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { ProductValues } from '../product-values.ts'
import { newVariant, type VariantValues } from '../variant-values.ts'
import type { Draft } from './options-model.ts'

/** Changes of the rows that can be taken back. */
const MOST_UNDONE = 50

/** Other rows; a function when a cell may have been changed since the last ones were drawn. */
export type RowsEdit = VariantValues[] | ((rows: VariantValues[]) => VariantValues[])

/** Options and variants of the form. */
export function useDraft(firstId: string | undefined) {
  const { getValues, setValue, clearErrors, formState } = useFormContext<ProductValues>()
  const options = useController<ProductValues, 'options'>({ name: 'options' })
  const variants = useController<ProductValues, 'variants'>({ name: 'variants' })
  const draft: Draft = { options: options.field.value, variants: variants.field.value }

  const past = useRef<VariantValues[][]>([])
  const { defaultValues } = formState
  // After a save or a sale they begin from another stock.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other values have been loaded
  useEffect(() => {
    past.current = []
  }, [defaultValues])

  function setRows(edit: RowsEdit) {
    const before = getValues('variants')
    past.current = [...past.current.slice(1 - MOST_UNDONE), before]
    variants.field.onChange(typeof edit === 'function' ? edit(before) : edit)
  }

  function undoRows() {
    const before = past.current.pop()
    if (before) variants.field.onChange(before)
  }

  function setDraft(next: Draft) {
    past.current = []
    // The rows of the errors are those of before.
    clearErrors(['options', 'variants'])
    const [kept] = next.options.length === 0 ? draft.variants : []
    if (kept) setValue('stock', kept.stock, { shouldDirty: true })
    options.field.onChange(next.options)
    variants.field.onChange(next.options.length === 0 ? [] : next.variants)
  }

  /** The variant of a product without options, which becomes the first one. */
  function plainVariant(): VariantValues {
    const plain = { ...newVariant({}), stock: getValues('stock') }
    return firstId ? { ...plain, key: firstId, _id: firstId } : plain
  }

  return {
    draft,
    setDraft,
    setRows,
    undoRows,
    plainVariant,
    variantsRef: variants.field.ref,
    errors: { options: formState.errors.options, variants: formState.errors.variants },
    loaded: (defaultValues?.variants ?? []) as VariantValues[],
  }
}

/** The message of an error that is somewhere in the form's errors. */
export function messageAt(errors: unknown, ...path: (string | number)[]): string | undefined {
  const found = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], errors)
  const { message } = (found ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}
