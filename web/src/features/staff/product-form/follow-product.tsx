import type { Product } from '@mela/contract'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { changedFields, type ProductValues, valuesOf } from './product-values.ts'

interface FollowProductProps {
  product: Product
  /** True when what stands in the form is what was saved, or is given up. */
  isReconciled: RefObject<boolean>
  onFollow: (product: Product) => void
}

/** Takes over what has changed of a product, and keeps what somebody is typing. Belongs inside a `Form`. */
export function FollowProduct({ product, isReconciled, onFollow }: FollowProductProps) {
  const { getValues, reset, setValue, formState } = useFormContext<ProductValues>()
  const { defaultValues } = formState

  const follow = useEffectEvent(() => {
    const mine = getValues()
    const typed = isReconciled.current ? [] : changedFields(defaultValues as ProductValues, mine)
    isReconciled.current = false
    reset(valuesOf(product))
    for (const name of typed) setValue(name, mine[name], { shouldDirty: true })
    onFollow(product)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a version is all that tells one state of a product from another
  useEffect(() => follow(), [product.version])
  return null
}
