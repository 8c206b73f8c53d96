import { type DiscountSummary, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Pause, Percent, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { listQuery } from '../../../lib/query-keys.ts'
import { usePrice } from '../../../lib/shop.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { KeywordForm } from '../../../ui/list-filters.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'
import { Section, SectionAction, useList } from '../layout/section.tsx'
import { DeleteDiscountDialog } from './delete-discount-dialog.tsx'
import { describeDiscount, STATE_LABELS, usesText } from './describe-discount.ts'
import { useAfterDiscountChange } from './discounts.api.ts'

const lists = [
  {
    to: staffPaths.discounts,
    label: 'All',
    state: '',
    empty: 'No discounts yet. One takes something off by a code, or by itself.',
  },
  { to: staffPaths.activeDiscounts, label: 'Active', state: 'active', empty: 'No discount is active.' },
  { to: staffPaths.plannedDiscounts, label: 'Planned', state: 'planned', empty: 'No discount is planned.' },
  { to: staffPaths.endedDiscounts, label: 'Ended', state: 'ended', empty: 'No discount has ended.' },
] as const

export function DiscountsPage() {
  const { state, empty } = useList(lists)
  const query = { ...useListParams().query, state }
  const discounts = useQuery(listQuery('GET /discounts', { query }))
  const [deleting, setDeleting] = useState<DiscountSummary>()
  const hasAny = (discounts.data?.meta.total ?? 0) > 0

  return (
    <Section
      title="Discounts"
      links={lists}
      action={<SectionAction label="New discount" icon={Plus} to={staffPaths.newDiscount} />}
    >
      {(hasAny || query.keyword) && <KeywordForm label="Search by name or code" />}
      <PagedTable<DiscountSummary>
        query={discounts}
        caption="Discounts"
        columns={columnsOf(setDeleting)}
        keyOf={({ _id }) => _id}
        loading="Loading discounts, please wait a moment..."
        empty={query.keyword ? 'No discount has this name or code.' : empty}
        emptyIcon={Percent}
        isPaged={hasAny}
      />
      {deleting && <DeleteDiscountDialog discount={deleting} onClose={() => setDeleting(undefined)} />}
    </Section>
  )
}

const columnsOf = (onDelete: (discount: DiscountSummary) => void): Column<DiscountSummary>[] => [
  { head: 'Name', cell: discount => <NameCell discount={discount} /> },
  {
    head: 'Code',
    className: 'wrap-anywhere',
    inCard: 'max-md:row-start-2',
    cell: ({ code, isAutomatic }) =>
      code ? (
        <span className="font-mono text-[0.8125rem]">{code}</span>
      ) : (
        <span className="text-ink-2">{isAutomatic ? 'Automatic' : 'A code for each order'}</span>
      ),
  },
  {
    head: 'State',
    inCard: 'max-md:row-start-2 max-md:col-start-2 max-md:text-right',
    cell: ({ state }) => <Tag tone={state === 'paused' ? 'warn' : 'plain'}>{STATE_LABELS[state]}</Tag>,
  },
  { head: 'Uses', align: 'right', inCard: 'max-md:row-start-3 max-md:text-left', isNamedInCard: true, cell: usesText },
  { head: 'Revenue', align: 'right', inCard: 'max-md:row-start-3', cell: ({ revenue }) => <Amount amount={revenue} /> },
  {
    head: 'Actions',
    isHeadHidden: true,
    align: 'right',
    inCard: 'max-md:row-start-1 max-md:col-start-2',
    cell: discount => <Actions discount={discount} onDelete={onDelete} />,
  },
]

const Amount = ({ amount }: { amount: number }) => <span>{usePrice()(amount)}</span>

function NameCell({ discount }: { discount: DiscountSummary }) {
  const price = usePrice()
  return (
    <span className="wrap-anywhere">
      <Link
        dir="auto"
        to={staffPaths.discount(discount._id)}
        className="inline-block py-1 font-semibold underline-offset-3 hover:underline"
      >
        {discount.name}
      </Link>
      <span className="type-small block text-ink-2">{describeDiscount(discount, price)}</span>
    </span>
  )
}

function Actions({ discount, onDelete }: { discount: DiscountSummary; onDelete: (discount: DiscountSummary) => void }) {
  const after = useAfterDiscountChange()
  const { _id, name, state } = discount
  const isPaused = state === 'paused'
  return (
    <span className="-mr-2.5 inline-flex text-ink-2 [&_svg]:size-4.5">
      {state !== 'ended' && (
        <IconButton
          label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
          size={40}
          tipEnd
          onClick={() => toastAnswer(after(setDiscountActive(_id, isPaused)))}
        >
          {isPaused ? <Play /> : <Pause />}
        </IconButton>
      )}
      <IconButton label={`Delete ${name}`} size={40} tipEnd onClick={() => onDelete(discount)}>
        <Trash2 />
      </IconButton>
    </span>
  )
}

const setDiscountActive = (id: string, isActive: boolean) =>
  call('PATCH /discounts/:id', { params: { id }, body: { isActive } })
