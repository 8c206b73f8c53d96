import type { StaffCategory } from '@mela/contract'
import { useState } from 'react'
import { countLabel } from '../../../lib/format/format.ts'
import { SelectBox } from '../../../ui/controls/select-box.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { toastWithUndo } from '../../../ui/toasts/undo-toast.tsx'
import { useCategoryCalls } from './categories.api.ts'

interface DeleteCategoryDialogProps {
  category: StaffCategory
  /** Categories that can take the products of the deleted one. */
  others: StaffCategory[]
  onClose: () => void
}

/** Asks where the products of a category are moved before the category is deleted. */
export function DeleteCategoryDialog({ category, others, onClose }: DeleteCategoryDialogProps) {
  const { remove, restore } = useCategoryCalls()
  const [moveTo, setMoveTo] = useState('')
  const { _id: id, name, ownCount: count } = category
  const isStuck = count > 0 && others.length === 0
  const children = others.filter(({ parent }) => parent?._id === id)

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete category"
      isDisabled={(count > 0 && moveTo === '') || children.length > 0}
      perform={() => remove(id, count > 0 ? moveTo : '')}
      onClose={onClose}
      onDone={onClose}
      notify={({ message }) => toastWithUndo(message, () => restore(id))}
      fallback="An error occurred while deleting the category."
    >
      {children.length > 0 && (
        <p className="text-ink-2">
          <bdi>{children.map(({ name }) => name).join(', ')}</bdi>{' '}
          <span>
            {children.length === 1 ? 'is in it. Move or delete it first.' : 'are in it. Move or delete them first.'}
          </span>
        </p>
      )}
      {count === 0 && children.length === 0 && (
        <p className="text-ink-2">It has no products. Its page leaves the shop.</p>
      )}
      {isStuck && (
        <p className="text-ink-2">
          It has <span>{countLabel(count, 'product')}</span>, and there is no other category for them. Add one first.
        </p>
      )}
      {count > 0 && !isStuck && (
        <>
          <p className="text-ink-2">Its products move to another category, and its address leads there.</p>
          <Field label={`Move ${countLabel(count, 'product')} to`}>
            {control => (
              <SelectBox {...control} value={moveTo} onChange={({ target }) => setMoveTo(target.value)}>
                <option value="">Choose a category</option>
                {others.map(other => (
                  <option key={other._id} value={other._id}>
                    {other.name}
                  </option>
                ))}
              </SelectBox>
            )}
          </Field>
        </>
      )}
    </ConfirmDialog>
  )
}
