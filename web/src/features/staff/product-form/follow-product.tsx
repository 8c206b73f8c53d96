import type { Product } from '@mela/contract'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { carriedStock, changedFields, type ProductValues, valuesOf } from './product-values.ts'

interface FollowProductProps {
  product: Product
  /** True when the form's values are saved or discarded. */
  isReconciled: RefObject<boolean>
  onFollow: (product: Product) => void
}

/** Takes over changes of a product, and keeps typed values. Must be inside a `Form`. */
export function FollowProduct({ product, isReconciled, onFollow }: FollowProductProps) {
  const { getValues, reset, setValue, formState } = useFormContext<ProductValues>()
  const { defaultValues } = formState

  const follow = useEffectEvent(() => {
    const mine = getValues()
    const before = defaultValues as ProductValues
    const typed = isReconciled.current ? [] : changedFields(before, mine)
    const stock = carriedStock(mine.stock, { loaded: Number(before.stock), latest: product.stock })
    isReconciled.current = false
    reset(valuesOf(product))
    for (const name of typed) setValue(name, name === 'stock' ? stock : mine[name], { shouldDirty: true })
    onFollow(product)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: version and stock identify the state of a product
  useEffect(() => follow(), [product.version, product.stock])
  return null
}
