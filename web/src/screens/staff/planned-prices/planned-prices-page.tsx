import { type PlannedPrice, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { listQuery } from '../../../lib/query-keys.ts'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { timeZoneText } from '../../../lib/staff-format.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ConfirmButton, ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { KeywordForm } from '../../../ui/list-filters.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { productLinks } from '../products/products.api.ts'
import { minuteText, useAfterSaleChange } from './planned-prices.api.ts'

export function PlannedPricesPage() {
  const { query } = useListParams()
  const { timeZone } = useShop()
  const price = usePrice()
  const [deleting, setDeleting] = useState<PlannedPrice>()
  const plans = useQuery(listQuery('GET /planned-prices', { query }))

  return (
    <Section
      title="Planned sales"
      links={productLinks}
      action={<SectionAction label="Plan a sale" icon={Plus} to={staffPaths.newPlannedPrice()} />}
    >
      <KeywordForm label="Search planned sales" />
      <p className="text-ink-2">{`Times are in ${timeZoneText(timeZone)}. Where sales overlap, the lower price counts.`}</p>
      <PagedTable
        query={plans}
        caption="Planned sales"
        columns={columnsOf(price, setDeleting)}
        keyOf={({ _id }) => _id}
        loading="Loading planned sales, please wait a moment..."
        empty="No sale is planned. One begins and ends by itself."
        emptyIcon={CalendarClock}
      />
      {deleting && <DeleteDialog plan={deleting} onClose={() => setDeleting(undefined)} />}
    </Section>
  )
}

const columnsOf = (
  price: (amount: number) => string,
  onDelete: (plan: PlannedPrice) => void,
): Column<PlannedPrice>[] => [
  {
    head: 'Name',
    inCard: 'max-md:col-start-1',
    cell: ({ _id, name, targetName, productCount }) => (
      <>
        <Link
          dir="auto"
          to={staffPaths.plannedPrice(_id)}
          className="wrap-anywhere inline-flex min-h-6 items-center font-semibold underline-offset-3 hover:underline pointer-coarse:min-h-11"
        >
          {name}
        </Link>
        <span dir="auto" className="type-small wrap-anywhere block max-w-80 text-ink-2">
          {productCount === null ? targetName : `${targetName} · ${countLabel(productCount, 'product')} reduced`}
        </span>
      </>
    ),
  },
  {
    head: 'Price',
    className: 'whitespace-nowrap',
    inCard: 'max-md:col-start-1',
    cell: plan => reductionText(plan, price),
  },
  {
    head: 'Begins',
    className: 'md:whitespace-nowrap',
    isNamedInCard: true,
    inCard: 'max-md:col-start-1',
    cell: ({ begins }) => minuteText(begins),
  },
  {
    head: 'Ends',
    className: 'md:whitespace-nowrap',
    isNamedInCard: true,
    inCard: 'max-md:col-start-1',
    cell: ({ ends }) => minuteText(ends),
  },
  {
    head: 'State',
    inCard: 'max-md:col-start-1',
    cell: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>,
  },
  {
    head: 'Actions',
    isHeadHidden: true,
    align: 'right',
    inCard: 'max-md:row-start-1 max-md:col-start-2',
    cell: plan =>
      plan.state === 'running' ? (
        <EndButton plan={plan} />
      ) : (
        <span className="-mr-2.5 inline-flex text-ink-2 [&_svg]:size-4.5">
          <IconButton label={`Delete ${plan.name}`} size={40} tipEnd onClick={() => onDelete(plan)}>
            <Trash2 />
          </IconButton>
        </span>
      ),
  },
]

/** Gives the earlier prices back before the sale would end by itself. */
export function EndButton({ plan: { _id, name } }: { plan: PlannedPrice }) {
  const after = useAfterSaleChange()
  return (
    <ConfirmButton
      label="End now"
      aria-label={`End ${name} now`}
      size={40}
      title={`End ${name} now?`}
      action="End the sale"
      perform={() => after(call('POST /planned-prices/:id/end', { params: { id: _id } }))}
      fallback="An error occurred while ending the sale."
    >
      <p className="text-ink-2">
        Its products cost what they did before, except where you have changed a sale price meanwhile.
      </p>
    </ConfirmButton>
  )
}

function DeleteDialog({ plan: { _id, name, state }, onClose }: { plan: PlannedPrice; onClose: () => void }) {
  const after = useAfterSaleChange()
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete sale"
      perform={() => after(call('DELETE /planned-prices/:id', { params: { id: _id } }))}
      onClose={onClose}
      fallback="An error occurred while deleting the sale."
    >
      <p className="text-ink-2">
        {state === 'planned' ? 'It will not begin.' : 'It leaves this list. Orders and prices stay as they are.'}
      </p>
    </ConfirmDialog>
  )
}

const STATES = {
  planned: { label: 'Planned', tone: 'plain' },
  running: { label: 'Running', tone: 'success' },
  ended: { label: 'Ended', tone: 'plain' },
} as const

/** '20% off', '$5.00 off' or '$9.00'. */
function reductionText({ kind, value }: Pick<PlannedPrice, 'kind' | 'value'>, price: (amount: number) => string) {
  if (kind === 'percent') return `${value}% off`
  return kind === 'amount' ? `${price(value)} off` : price(value)
}
