import type { ProductCard } from '@mela/contract'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toastWithUndo } from '../../../ui/toasts/undo-toast.tsx'
import { changeProducts, deleteProduct } from './staff-products.api.ts'

interface DeleteProductDialogProps {
  product: Pick<ProductCard, '_id' | 'name'>
  onClose: () => void
  onDeleted: () => void
  /** Called after an undo has restored the product. */
  onReturn: () => Promise<void>
}

/** Asks before a product is deleted, and offers undo. */
export function DeleteProductDialog({ product, onClose, onDeleted, onReturn }: DeleteProductDialogProps) {
  async function undo() {
    await changeProducts('restore', [product._id])
    await onReturn()
    return { message: 'Product restored successfully.' }
  }

  return (
    <ConfirmDialog
      title={`Delete ${product.name}?`}
      action="Delete product"
      perform={() => deleteProduct(product._id)}
      onClose={onClose}
      onDone={() => {
        onClose()
        onDeleted()
      }}
      notify={({ message }) => toastWithUndo(message, undo)}
      fallback="An error occurred while deleting the product."
    >
      <p className="text-ink-2">
        It leaves the shop with its reviews, and carts can no longer buy it. Orders keep their copy of it.
      </p>
    </ConfirmDialog>
  )
}
