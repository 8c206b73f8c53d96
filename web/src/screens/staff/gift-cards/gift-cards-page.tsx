import { orderName, type StaffGiftCard, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Gift, Plus } from 'lucide-react'
import { useState } from 'react'
import { countLabel, priceText } from '../../../lib/format.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { dataQuery, listQuery } from '../../../lib/query-keys.ts'
import { type Column, IdLink } from '../../../ui/data-table.tsx'
import { KeywordForm } from '../../../ui/list-filters.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { Section, SectionAction, useList } from '../layout/section.tsx'
import { NewGiftCardDialog } from './gift-card-dialogs.tsx'

const lists = [
  { to: staffPaths.giftCards, label: 'All', only: undefined, empty: 'No gift cards yet.' },
  { to: staffPaths.openGiftCards, label: 'With a balance', only: 'open', empty: 'No gift card has a balance.' },
] as const

export function GiftCardsPage() {
  const { only, empty } = useList(lists)
  const query = { ...useListParams().query, only }
  const cards = useQuery(listQuery('GET /gift-cards', { query }))
  const [isAdding, setIsAdding] = useState(false)
  const hasAny = (cards.data?.meta.total ?? 0) > 0

  return (
    <Section
      title="Gift cards"
      links={lists}
      action={<SectionAction label="New gift card" icon={Plus} onClick={() => setIsAdding(true)} />}
    >
      <Liability />
      {(hasAny || query.keyword) && <KeywordForm label="Search gift cards" />}
      <PagedTable
        query={cards}
        caption="Gift cards"
        columns={columns}
        keyOf={({ _id }) => _id}
        empty={empty}
        emptyIcon={Gift}
        isPaged={hasAny}
      />
      {isAdding && <NewGiftCardDialog onClose={() => setIsAdding(false)} />}
    </Section>
  )
}

/** What the shop owes to those who hold cards. */
function Liability() {
  const { data, isError } = useQuery(dataQuery('GET /gift-cards/liability'))
  if (isError) return null
  if (!data) return <Skeleton className="h-6 w-72 rounded-full" />

  const sums = data.amounts.map(({ amount, currency }) => priceText(amount, currency)).join(' and ')
  return (
    <p className="min-h-6 text-ink-2">
      {data.cards === 0 ? (
        'No card has a balance: the shop owes nothing.'
      ) : (
        <>
          <strong className="font-semibold text-ink tabular-nums">{sums}</strong>{' '}
          <span>{`can still be spent with ${countLabel(data.cards, 'card')}.`}</span>
        </>
      )}
    </p>
  )
}

const columns: Column<StaffGiftCard>[] = [
  {
    head: 'Card',
    className: 'md:whitespace-nowrap',
    inCard: 'max-md:row-start-1',
    cell: card => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <IdLink to={staffPaths.giftCard(card._id)}>{cardName(card)}</IdLink>
        <GiftCardTag card={card} />
      </span>
    ),
  },
  {
    head: 'Recipient',
    className: 'wrap-anywhere text-ink-2',
    inCard: 'max-md:col-span-2 max-md:row-start-2',
    cell: ({ recipient }) => recipient ?? 'Its buyer',
  },
  {
    head: 'Order',
    inCard: 'max-md:row-start-3',
    cell: ({ order }) =>
      order ? <IdLink to={staffPaths.order(order._id)}>{orderName(order)}</IdLink> : 'Made by staff',
  },
  {
    head: 'Made',
    className: 'text-ink-2',
    inCard: 'max-md:row-start-3 max-md:col-start-2 max-md:text-right',
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    head: 'Balance',
    align: 'right',
    inCard: 'max-md:row-start-1 max-md:col-start-2',
    cell: ({ balance, initialAmount, currency }) => (
      <>
        <span className="font-semibold">{priceText(balance, currency)}</span>
        {balance !== initialAmount && (
          <span className="type-small block text-ink-2">{`of ${priceText(initialAmount, currency)}`}</span>
        )}
      </>
    ),
  },
]

/** A card has no code before its email is written. */
export const cardName = ({ lastFour }: Pick<StaffGiftCard, 'lastFour'>) =>
  lastFour === null ? 'Not sent yet' : `•••• ${lastFour}`

export function GiftCardTag({ card: { isActive, isExpired, hold } }: { card: StaffGiftCard }) {
  if (!isActive) return <Tag tone="warn">Deactivated</Tag>
  if (hold) return <Tag tone="warn">On hold</Tag>
  return isExpired ? <Tag tone="warn">Expired</Tag> : null
}
