import type { ProductCard } from '@mela/contract'
import { toRefusal } from '../../../lib/failure.ts'
import { Switch } from '../../../ui/controls/switch.tsx'
import { toastError } from '../../../ui/toasts/toast.tsx'
import { toastWithUndo } from '../../../ui/toasts/undo-toast.tsx'
import { setProductActive, useSetActive } from './staff-products.api.ts'

interface ProductSwitchProps {
  product: ProductCard
  /** Called when the product no longer belongs to the list. */
  onLeave: () => void
  /** Called after an undo has restored the product. */
  onReturn: () => Promise<void>
}

/** Makes a product active or inactive. */
export function ProductSwitch({ product: { _id: id, name, isActive }, onLeave, onReturn }: ProductSwitchProps) {
  const { mutateAsync, isPending, isSuccess, variables } = useSetActive()

  async function undo() {
    const answer = await setProductActive(id, isActive)
    await onReturn()
    return answer
  }

  async function handleChange(wanted: boolean) {
    try {
      // Not `mutate`: a live update may remove the row before the answer, and its callbacks would not run then.
      const { message } = await mutateAsync({ id, isActive: wanted })
      onLeave()
      toastWithUndo(message, undo, id)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'An error occurred while updating the product status.', id)
    }
  }

  const isAnswered = isPending || (isSuccess && variables.isActive !== isActive)
  return (
    <Switch
      label={`${name} is active`}
      checked={isAnswered ? variables.isActive : isActive}
      busy={isAnswered}
      onChange={handleChange}
    />
  )
}
