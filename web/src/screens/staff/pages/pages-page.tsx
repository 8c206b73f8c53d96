import { isSpecPage, type StaffPageRow, staffPaths, textPath } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { FileText, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { listQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { KeywordForm } from '../../../ui/list-filters.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { ShopLink } from '../../../ui/shop-link.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastWithUndo } from '../../../ui/toast.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { pageLinks, useAfterPageChange } from './pages.api.ts'

export function PagesPage() {
  const { query } = useListParams()
  const shop = useShop()
  const [deleting, setDeleting] = useState<StaffPageRow>()
  const pages = useQuery(listQuery('GET /pages/staff', { query }))

  return (
    <Section
      title="Pages"
      links={pageLinks}
      action={<SectionAction label="New page" icon={Plus} to={staffPaths.newPage} />}
    >
      <KeywordForm label="Search pages" />
      <PagedTable
        query={pages}
        caption="Pages"
        columns={columnsOf(shop.name, setDeleting)}
        keyOf={({ _id }) => _id}
        loading="Loading pages, please wait a moment..."
        empty="No pages."
        emptyIcon={FileText}
      />
      {deleting && <DeletePageDialog page={deleting} onClose={() => setDeleting(undefined)} />}
    </Section>
  )
}

function DeletePageDialog({ page, onClose }: { page: StaffPageRow; onClose: () => void }) {
  const after = useAfterPageChange()
  const params = { id: page._id }
  return (
    <ConfirmDialog
      title={`Delete ${page.title}?`}
      action="Delete page"
      perform={() => after(call('DELETE /pages/:id', { params }))}
      onClose={onClose}
      notify={({ message }) => toastWithUndo(message, () => after(call('POST /pages/:id/restore', { params })))}
      fallback="An error occurred while deleting the page."
    >
      <p className="text-ink-2">
        Links to <span className="break-all font-mono text-ink">{textPath(page.slug)}</span> lead nowhere, and menus
        leave it out.
      </p>
    </ConfirmDialog>
  )
}

const columnsOf = (shopName: string, onDelete: (page: StaffPageRow) => void): Column<StaffPageRow>[] => [
  {
    head: 'Title',
    cell: ({ _id, title, isPublished }) => (
      <span className="inline-flex flex-wrap items-center gap-x-3">
        <Link
          to={staffPaths.editPage(_id)}
          className="wrap-anywhere inline-block py-1 font-semibold underline-offset-3 hover:underline"
        >
          {title.replaceAll('{{shop.name}}', shopName)}
        </Link>
        {!isPublished && <Tag tone="warn">Draft</Tag>}
      </span>
    ),
  },
  {
    head: 'Address',
    className: 'min-w-48',
    inCard: 'max-md:row-start-2',
    cell: ({ slug, isPublished }) =>
      isPublished ? (
        <ShopLink path={textPath(slug)} />
      ) : (
        <span className="break-all font-mono text-[0.8125rem] text-ink-2">{textPath(slug)}</span>
      ),
  },
  {
    head: 'Changed',
    className: 'whitespace-nowrap',
    inCard: 'max-md:row-start-3',
    cell: ({ updatedAt }) =>
      updatedAt ? <Time value={updatedAt} /> : <span className="text-ink-2">Never changed</span>,
  },
  {
    head: 'Actions',
    isHeadHidden: true,
    align: 'right',
    inCard: 'max-md:row-start-1 max-md:col-start-2',
    cell: page =>
      isSpecPage(page.slug) ? null : (
        <span className="-mr-2.5 inline-flex text-ink-2 [&_svg]:size-4.5">
          <IconButton label={`Delete ${page.title}`} size={40} tipEnd onClick={() => onDelete(page)}>
            <Trash2 />
          </IconButton>
        </span>
      ),
  },
]
