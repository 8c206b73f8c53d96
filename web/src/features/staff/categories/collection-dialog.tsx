import { amountText, type CollectionInput, collectionInput, paths, type StaffCollection } from '@mela/contract'
import { Button } from '../../../ui/buttons/button.tsx'
import { SwitchField } from '../../../ui/controls/switch-field.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { CategoryFields, DescriptionField } from './category-fields.tsx'
import { SearchEngineFields } from './category-visibility.tsx'
import { CollectionRuleFields } from './collection-rule-fields.tsx'
import { useCollectionCalls } from './collections.api.ts'

const typed = (amount: number | null) => (amount === null ? '' : amountText(amount))

const valuesOf = (collection?: StaffCollection) => ({
  name: collection?.name ?? '',
  slug: collection?.slug ?? '',
  description: collection?.description ?? '',
  maxPrice: typed(collection?.maxPrice ?? null),
  newDays: typed(collection?.newDays ?? null),
  tag: collection?.tag ?? '',
  onSale: collection?.onSale ?? false,
  isHidden: collection?.isHidden ?? false,
  seoTitle: collection?.seoTitle ?? '',
  seoDescription: collection?.seoDescription ?? '',
})

interface CollectionDialogProps {
  /** The edited collection; undefined for a new one. */
  collection?: StaffCollection | undefined
  onClose: () => void
}

export function CollectionDialog({ collection, onClose }: CollectionDialogProps) {
  const { create, save } = useCollectionCalls()

  async function handleSubmit({ ...values }: CollectionInput) {
    const cleared = {
      ...values,
      maxPrice: values.maxPrice ?? null,
      newDays: values.newDays ?? null,
      tag: values.tag ?? null,
    }
    const answer = await (collection
      ? save(collection._id, { ...cleared, version: collection.version })
      : create(values))
    onClose()
    return answer
  }

  return (
    <Dialog open onClose={onClose} title={collection ? `Edit ${collection.name}` : 'Add Collection'}>
      <Form
        schema={collectionInput}
        onSubmit={handleSubmit}
        invalid="Some fields are invalid. Please check the form and try again."
        fallback="An error occurred while saving the collection."
        defaultValues={valuesOf(collection)}
      >
        <CategoryFields pathOf={paths.collection} />
        <DescriptionField />
        <CollectionRuleFields />
        <SwitchField name="isHidden" label="Hidden" help="Its page leaves the shop." />
        <SearchEngineFields />
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton variant="default">Save collection</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
