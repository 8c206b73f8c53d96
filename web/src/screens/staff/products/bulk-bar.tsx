import type { BulkAction, ProductCard, ProductList } from '@mela/contract'
import { useState } from 'react'
import { countLabel } from '../../../lib/format.ts'
import { useRefreshProductsAfter } from '../../../lib/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { toastRefusal, toastSuccess, toastWithUndo } from '../../../ui/toast.tsx'
import { changeProducts } from './products.api.ts'

const OPPOSITE = { activate: 'deactivate', deactivate: 'activate', delete: 'restore' } as const

interface BulkBarProps {
  list: ProductList
  chosen: ProductCard[]
  onClear: () => void
  /** Called with the ids of products that no longer belong to the list. */
  onLeave: (ids: string[]) => Promise<void>
}

/** Actions for all selected products at once, with undo. */
export function BulkBar({ list, chosen, onClear, onLeave }: BulkBarProps) {
  const after = useRefreshProductsAfter()
  const [isAsking, setIsAsking] = useState(false)
  const ids = chosen.map(({ _id }) => _id)
  const products = countLabel(chosen.length, 'product')

  async function perform(action: Exclude<BulkAction, 'restore'>) {
    const { message, data } = await changeProducts(action, ids)
    const undo = () => after(changeProducts(OPPOSITE[action], data.changed))
    const showToast = () => (data.changed.length > 0 ? toastWithUndo(message, undo) : toastSuccess(message))
    return { message, showToast }
  }

  async function handleSetActive() {
    try {
      const { showToast } = await perform(list === 'inactive' ? 'activate' : 'deactivate')
      void onLeave(ids)
      showToast()
    } catch (error) {
      toastRefusal(error, 'An error occurred while updating the product status.')
    }
  }

  function handleDeleted() {
    setIsAsking(false)
    void onLeave(ids)
  }

  return (
    <SelectionBar label="Selected products" count={chosen.length} onClear={onClear}>
      <Button variant="outline" size={40} onClick={handleSetActive}>
        {list === 'inactive' ? 'Activate' : 'Deactivate'}
      </Button>
      <Button variant="outline" size={40} className="text-danger!" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${products}?`}
          action={`Delete ${products}`}
          perform={() => perform('delete')}
          onClose={() => setIsAsking(false)}
          onDone={handleDeleted}
          notify={({ showToast }) => showToast()}
          fallback="An error occurred while deleting the product."
        >
          <p className="text-ink-2">They leave the shop with their reviews. Orders keep their copies of them.</p>
        </ConfirmDialog>
      )}
    </SelectionBar>
  )
}
