import { type LibraryMedia, type MediaUse, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { dataQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { textLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'

export function DeleteMediaDialog({ media, onClose }: { media: LibraryMedia; onClose: () => void }) {
  const after = useRefreshAfter('media', 'products')
  const references = useQuery({
    ...dataQuery('GET /media/:id/products', { params: { id: media._id } }),
    staleTime: 0,
    enabled: media.usedBy > 0,
  })

  return (
    <ConfirmDialog
      title="Delete this picture?"
      action="Delete picture"
      perform={() => after(call('DELETE /media/:id', { params: { id: media._id } }))}
      onClose={onClose}
      fallback="Something went wrong, please try again."
    >
      <div className="flex gap-4">
        <Picture picture={media} alt="" sizes="96px" className="size-24! shrink-0 rounded-control" />
        <div className="grid min-w-0 content-start gap-1">
          <p dir="auto" className="wrap-anywhere font-semibold">
            {media.name}
          </p>
          <p className="text-ink-2">
            {media.usedBy > 0
              ? `It is removed everywhere: ${countLabel(media.usedBy, 'product loses', 'products lose')} it.`
              : 'No product uses it. It cannot be brought back.'}
          </p>
          {media.categories.length > 0 && (
            <p className="text-ink-2">
              Categories lose it, too: <bdi>{media.categories.join(', ')}</bdi>.
            </p>
          )}
          {media.pages.length > 0 && (
            <p className="text-ink-2">
              Pages lose it, too: <bdi>{media.pages.join(', ')}</bdi>.
            </p>
          )}
          {media.isOfShop && <p className="text-ink-2">The settings of the shop lose it, too.</p>}
        </div>
      </div>
      {references.data && <References references={references.data} count={media.usedBy} />}
    </ConfirmDialog>
  )
}

function References({ references, count }: { references: MediaUse[]; count: number }) {
  return (
    <ul aria-label="Products that lose it" className="grid max-h-48 gap-1 overflow-y-auto">
      {references.map(({ _id, name, isActive }) => (
        <li key={_id} className="wrap-anywhere">
          <a dir="auto" href={staffPaths.editProduct(_id)} target="_blank" rel="noopener" className={textLink}>
            {name}
          </a>
          {!isActive && <span className="text-ink-2"> (inactive)</span>}
        </li>
      ))}
      {count > references.length && <li className="text-ink-2">{`and ${count - references.length} more`}</li>}
    </ul>
  )
}
