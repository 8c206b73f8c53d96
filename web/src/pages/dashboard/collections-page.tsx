import type { StaffCollection } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { CollectionDialog } from '../../features/staff/categories/collection-dialog.tsx'
import { CollectionTable } from '../../features/staff/categories/collection-table.tsx'
import { staffCollectionsQuery, useCollectionCalls } from '../../features/staff/categories/collections.api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Async } from '../../ui/feedback/async.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx'
import { toastWithUndo } from '../../ui/toasts/undo-toast.tsx'
import { categoryLinks } from './category-links.ts'
import { Section } from './section.tsx'
import { SectionAction } from './section-action.tsx'

type Opened = { dialog: 'add' } | { dialog: 'edit' | 'delete'; collection: StaffCollection }

export function CollectionsPage() {
  const [opened, setOpened] = useState<Opened>()
  const collections = useQuery(staffCollectionsQuery())
  const close = () => setOpened(undefined)

  return (
    <Section
      title="Categories"
      links={categoryLinks}
      action={<SectionAction label="New Collection" icon={Plus} onClick={() => setOpened({ dialog: 'add' })} />}
    >
      <Async
        query={collections}
        loading={<TableSkeleton />}
        errorPrefix="Error: "
        error="Something went wrong please try reloading the page..."
        empty={<EmptyState icon={Layers} text="No collections yet. One gathers products by a rule, such as a price." />}
      >
        {collections => (
          <CollectionTable
            collections={collections}
            onEdit={collection => setOpened({ dialog: 'edit', collection })}
            onDelete={collection => setOpened({ dialog: 'delete', collection })}
          />
        )}
      </Async>
      {opened?.dialog === 'delete' && <DeleteDialog collection={opened.collection} onClose={close} />}
      {opened && opened.dialog !== 'delete' && (
        <CollectionDialog collection={opened.dialog === 'edit' ? opened.collection : undefined} onClose={close} />
      )}
    </Section>
  )
}

function DeleteDialog({ collection, onClose }: { collection: StaffCollection; onClose: () => void }) {
  const { remove, restore } = useCollectionCalls()
  return (
    <ConfirmDialog
      title={`Delete ${collection.name}?`}
      action="Delete collection"
      perform={() => remove(collection._id)}
      onClose={onClose}
      onDone={onClose}
      notify={({ message }) => toastWithUndo(message, () => restore(collection._id))}
      fallback="An error occurred while deleting the collection."
    >
      <p className="text-ink-2">Its page leaves the shop. Its products stay.</p>
    </ConfirmDialog>
  )
}
