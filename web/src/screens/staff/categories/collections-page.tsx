import {
  amountText,
  type CollectionInput,
  collectionInput,
  currencySign,
  paths,
  type StaffCollection,
} from '@mela/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastWithUndo } from '../../../ui/toast.tsx'
import { AmountField } from '../layout/amount-field.tsx'
import { staffCollectionsQuery } from './categories.api.ts'
import { CategoryFields, DescriptionField, FieldFrame, GroupPage, GroupSearchEngineFields } from './category-parts.tsx'

export const CollectionsPage = () => (
  <GroupPage
    query={useQuery(staffCollectionsQuery())}
    caption="Collections"
    icon={Layers}
    empty="No collections yet. One gathers products by a rule, such as a price."
    addLabel="New Collection"
    nameCell={collection => <CollectionName collection={collection} />}
    pathOf={paths.collection}
    countHead="Products"
    editorOf={(collection, onClose) => <CollectionDialog collection={collection} onClose={onClose} />}
    deletionOf={(collection, onClose) => <DeleteDialog collection={collection} onClose={onClose} />}
  />
)

function DeleteDialog({ collection, onClose }: { collection: StaffCollection; onClose: () => void }) {
  const after = useRefreshAfter('collections')
  const params = { id: collection._id }
  return (
    <ConfirmDialog
      title={`Delete ${collection.name}?`}
      action="Delete collection"
      perform={() => after(call('DELETE /collections/:id', { params }))}
      onClose={onClose}
      notify={({ message }) => toastWithUndo(message, () => after(call('POST /collections/:id/restore', { params })))}
      fallback="An error occurred while deleting the collection."
    >
      <p className="text-ink-2">Its page leaves the shop. Its products stay.</p>
    </ConfirmDialog>
  )
}

function CollectionName({ collection }: { collection: StaffCollection }) {
  const price = usePrice()
  const { name, maxPrice, newDays, tag, onSale, isHidden } = collection
  const words = [
    maxPrice !== null && `Up to ${price(maxPrice)}`,
    newDays !== null && (newDays === 1 ? 'Added today' : `Added in the last ${newDays} days`),
    tag !== null && `Tag “${tag}”`,
    onSale && 'On sale',
    isHidden && 'Hidden',
  ]

  return (
    <span className="wrap-anywhere font-semibold">
      <span dir="auto">{name}</span>
      <span className="type-small block font-normal text-ink-2">{words.filter(Boolean).join(' · ')}</span>
    </span>
  )
}

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

function CollectionDialog({ collection, onClose }: { collection: StaffCollection | undefined; onClose: () => void }) {
  const after = useRefreshAfter('collections')

  return (
    <Dialog onClose={onClose} title={collection ? `Edit ${collection.name}` : 'Add Collection'}>
      <Form
        schema={collectionInput}
        onSubmit={body => after(collection ? save(collection, body) : call('POST /collections', { body }))}
        onDone={onClose}
        invalid="Some fields are invalid. Please check the form and try again."
        fallback="An error occurred while saving the collection."
        defaultValues={valuesOf(collection)}
      >
        <CategoryFields pathOf={paths.collection} />
        <DescriptionField />
        <CollectionRuleFields />
        <SwitchField name="isHidden" label="Hidden" help="Its page leaves the shop." />
        <GroupSearchEngineFields />
        <FormActions variant="default" onCancel={onClose}>
          Save collection
        </FormActions>
      </Form>
    </Dialog>
  )
}

function save(
  { _id: id, version }: StaffCollection,
  { maxPrice = null, newDays = null, tag = null, ...values }: CollectionInput,
) {
  return call('PATCH /collections/:id', { params: { id }, body: { ...values, maxPrice, newDays, tag, version } })
}

/** The rule of a collection, and the number of products that meet it. Must be inside a collection's form. */
function CollectionRuleFields() {
  const { currency } = useShop()
  return (
    <FieldFrame legend="Rule">
      <p className="type-small text-ink-2">A product is in the collection while it meets all that is given here.</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AmountField name="maxPrice" label="Price up to" optional prefix={currencySign(currency)} />
        <TextField
          name="newDays"
          label="Added in the last days"
          optional
          autoComplete="off"
          inputMode="numeric"
          help="30 for “new this month”."
        />
      </div>
      <TextField name="tag" label="Tag" optional autoComplete="off" help="One of a product’s tags." />
      <SwitchField name="onSale" label="On sale" />
      <MatchingCount />
    </FieldFrame>
  )
}

function MatchingCount() {
  const [maxPrice, newDays, tag, onSale] = useWatch<
    ReturnType<typeof valuesOf>,
    ['maxPrice', 'newDays', 'tag', 'onSale']
  >({
    name: ['maxPrice', 'newDays', 'tag', 'onSale'],
  })
  const rule = useDebounced(JSON.stringify({ maxPrice, newDays, tag, onSale: String(onSale) }))
  const { data, isError } = useQuery({
    queryKey: ['collections', 'staff', 'count', rule],
    queryFn: async () => (await call('GET /collections/count', { query: JSON.parse(rule) })).data.count,
    placeholderData: keepPreviousData,
    enabled: rule !== '',
  })
  return (
    <p role="status" className="type-ui">
      {isError ? 'The rule is not complete.' : data !== undefined && `${countLabel(data, 'product')} at the moment`}
    </p>
  )
}
