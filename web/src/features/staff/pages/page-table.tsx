import { isSpecPage, type StaffPageRow, staffPaths, textPath } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { FileText, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useListParams } from '../../../lib/list-params.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { ShopLink } from '../../../ui/values/shop-link.tsx'
import { Tag } from '../../../ui/values/tag.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { staffPagesQuery } from './pages.api.ts'

interface PageTableProps {
  onDelete: (page: StaffPageRow) => void
  /** A title with its placeholders filled in. */
  renderTitle: (title: string) => ReactNode
}

export function PageTable(props: PageTableProps) {
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
