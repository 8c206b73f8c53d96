import { isSpecPage, type StaffPageRow, staffPaths, textPath } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { FileText, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { type ListParams, useListParams } from '../../../lib/list-params.ts'
import { useShop } from '../../../lib/shop.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { KeywordForm } from '../../../ui/keyword-form.tsx'
import { keepRows, PagedTable } from '../../../ui/paged-table.tsx'
import { ShopLink } from '../../../ui/shop-link.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastWithUndo } from '../../../ui/toast.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { pageLinks, usePageCalls } from './pages.api.ts'

export function PagesPage() {
  const { keyword, params } = useListParams()
  const shop = useShop()
  const [deleting, setDeleting] = useState<StaffPageRow>()
  const close = () => setDeleting(undefined)

  return (
    <Section
      title="Pages"
      links={pageLinks}
      action={<SectionAction label="New page" icon={Plus} to={staffPaths.newPage} />}
    >
      <KeywordForm action={staffPaths.pages} label="Search pages" keyword={keyword} params={params} />
      <PageTable onDelete={setDeleting} renderTitle={title => title.replaceAll('{{shop.name}}', shop.name)} />
      {deleting && <DeletePageDialog page={deleting} onClose={close} onDeleted={close} />}
    </Section>
  )
}

interface DeletePageDialogProps {
  page: StaffPageRow
  onClose: () => void
  onDeleted: () => void
}

function DeletePageDialog({ page, onClose, onDeleted }: DeletePageDialogProps) {
  const { remove, restore } = usePageCalls()
  return (
    <ConfirmDialog
      title={`Delete ${page.title}?`}
      action="Delete page"
      perform={() => remove(page._id)}
      onClose={onClose}
      onDone={onDeleted}
      notify={({ message }) => toastWithUndo(message, () => restore(page._id))}
      fallback="An error occurred while deleting the page."
    >
      <p className="text-ink-2">
        Links to <span className="break-all font-mono text-ink">{textPath(page.slug)}</span> lead nowhere, and menus
        leave it out.
      </p>
    </ConfirmDialog>
  )
}

interface PageTableProps {
  onDelete: (page: StaffPageRow) => void
  /** A title with its placeholders filled in. */
  renderTitle: (title: string) => ReactNode
}

function PageTable(props: PageTableProps) {
  const address = useListParams()
  return (
    <PagedTable<StaffPageRow>
      query={useQuery(staffPagesQuery(address))}
      path={staffPaths.pages}
      params={address.params}
      caption="Pages"
      columns={columnsOf(props)}
      keyOf={({ _id }) => _id}
      loading="Loading pages, please wait a moment..."
      error="Something went wrong, please try reloading the page."
      empty="No pages."
      emptyIcon={FileText}
    />
  )
}

const columnsOf = ({ onDelete, renderTitle }: PageTableProps): Column<StaffPageRow>[] => [
  {
    key: 'title',
    head: 'Title',
    cell: ({ _id, title, isPublished }) => (
      <span className="inline-flex flex-wrap items-center gap-x-3">
        <Link
          to={staffPaths.editPage(_id)}
          className="wrap-anywhere inline-block py-1 font-semibold underline-offset-3 hover:underline"
        >
          {renderTitle(title)}
        </Link>
        {!isPublished && <Tag tone="warn">Draft</Tag>}
      </span>
    ),
  },
  {
    key: 'address',
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
    key: 'updated',
    head: 'Changed',
    className: 'whitespace-nowrap',
    inCard: 'max-md:row-start-3',
    cell: ({ updatedAt }) =>
      updatedAt ? <Time value={updatedAt} /> : <span className="text-ink-2">Never changed</span>,
  },
  {
    key: 'actions',
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

const staffPagesQuery = ({ page, size, keyword }: Pick<ListParams, 'page' | 'size' | 'keyword'>) => {
  const query = { page, size: size ?? '', keyword }
  return queryOptions({
    queryKey: ['pages', 'staff', 'list', query],
    queryFn: () => call('GET /pages/staff', { query }),
    ...keepRows,
  })
}
