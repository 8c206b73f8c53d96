import type { Product } from '@mela/contract'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { countLabel } from '../../../lib/format/format.ts'
import { toastWarning } from '../../../ui/toasts/toast.tsx'
import { type ProductValues, valuesOf, withTyped } from './product-values.ts'

const leftOutText = (count: number) =>
  `${countLabel(count, 'variant')} ${count === 1 ? 'was' : 'were'} left out: the options of this product have changed.`

interface FollowProductProps {
  product: Product
  /** The version that the form's values belong to. */
  loadedVersion: number | undefined
  /** 'saving': a new version of the product has the typed values. 'discarded': its values replace the typed ones. */
  typedValues: RefObject<'kept' | 'saving' | 'discarded'>
  onFollow: (product: Product) => void
}

/** Takes over changes of a product, and keeps typed values. Must be inside a `Form`. */
export function FollowProduct({ product, loadedVersion, typedValues, onFollow }: FollowProductProps) {
  const { getValues, reset, setValue, formState } = useFormContext<ProductValues>()
  const { defaultValues } = formState

  const follow = useEffectEvent(() => {
    const mine = getValues()
    const before = defaultValues as ProductValues
    // Only a new version means that the save succeeded: a sale during the save changes the stock and not the version.
    const isSaved = typedValues.current === 'saving' && product.version !== loadedVersion
    const isReplaced = isSaved || typedValues.current === 'discarded'
    const latest = valuesOf(product)
    const typed = isReplaced ? undefined : withTyped(before, latest, mine)
    if (isReplaced) typedValues.current = 'kept'
    reset(latest)
    for (const [name, value] of Object.entries(typed?.values ?? {}))
      setValue(name as keyof ProductValues, value, { shouldDirty: true })
    if (typed && typed.leftOut > 0) toastWarning(leftOutText(typed.leftOut))
    onFollow(product)
  })

  const stocks = product.variants.map(({ stock }) => stock).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: version and stock identify the state of a product
  useEffect(() => follow(), [product.version, product.stock, stocks])
  return null
}
