import { type FullGiftCard, type GiftCardReason, orderName, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { lastDayOf } from '../../../lib/days.ts'
import { priceText } from '../../../lib/format.ts'
import { subjectQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx'
import { IdLink } from '../../../ui/data-table.tsx'
import { Card } from '../../../ui/headings.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastRefusal } from '../../../ui/toast.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { EventRow, Events, Facts, fullName } from '../layout/record-parts.tsx'
import { Section } from '../layout/section.tsx'
import { AdjustDialog, SendAgainDialog } from './gift-card-dialogs.tsx'
import { cardName, GiftCardTag } from './gift-cards-page.tsx'

export function GiftCardPage() {
  const { cardId = '' } = useParams()
  const query = useQuery({ ...subjectQuery('GET /gift-cards/:id', { params: { id: cardId } }), staleTime: 0 })

  return (
    <Section title="Gift card" isNarrow>
      <BackLink to={staffPaths.giftCards}>All gift cards</BackLink>
      <Loaded query={query} missing="Error: Gift card not found.">
        {card => (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <Card title={cardName(card)}>
              <CardFacts card={card} />
              <CardActions card={card} />
            </Card>
            <Card title="History">
              <Events>
                {card.ledger.map(entry => (
                  <LedgerRow key={entry.id} entry={entry} currency={card.currency} />
                ))}
              </Events>
            </Card>
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function CardFacts({ card }: { card: FullGiftCard }) {
  const { balance, initialAmount, currency, hold, recipient, message, order, madeBy, createdAt, expiresAt } = card
  return (
    <Facts
      facts={{
        Balance: (
          <span className="flex flex-wrap items-center gap-2">
            <strong className="font-semibold">{priceText(balance, currency)}</strong> <GiftCardTag card={card} />
          </span>
        ),
        'Pays nothing': hold,
        Value: priceText(initialAmount, currency),
        Recipient: recipient ?? 'Its buyer',
        Message: message && <span dir="auto">{message}</span>,
        Order: order && <IdLink to={staffPaths.order(order._id)}>{orderName(order)}</IdLink>,
        'Made by': madeBy && <span dir="auto">{fullName(madeBy)}</span>,
        Made: <Time value={createdAt} style="date-time" />,
        'Last day': expiresAt ? <Time value={lastDayOf(expiresAt)} /> : 'It does not expire',
      }}
    />
  )
}

function CardActions({ card }: { card: FullGiftCard }) {
  const after = useRefreshAfter('gift-cards')
  const [isAdjusting, setIsAdjusting] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const { _id: id, balance, currency, isActive, isExpired, hold } = card
  const setActive = (isActive: boolean) => after(call('PATCH /gift-cards/:id', { params: { id }, body: { isActive } }))

  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" onClick={() => setIsAdjusting(true)}>
        Adjust balance
      </Button>
      {isActive && !isExpired && !hold && balance > 0 && (
        <Button variant="outline" onClick={() => setIsSending(true)}>
          Send again
        </Button>
      )}
      {isActive ? (
        <ConfirmButton
          label="Deactivate"
          title="Deactivate this gift card?"
          action="Deactivate"
          perform={() => setActive(false)}
        >
          <p className="text-ink-2">
            {`Its ${priceText(balance, currency)} can no longer be spent. You can activate it again.`}
          </p>
        </ConfirmButton>
      ) : (
        <Button variant="outline" loading={false} onClick={() => setActive(true).catch(error => toastRefusal(error))}>
          Activate
        </Button>
      )}
      {isSending && <SendAgainDialog card={card} onClose={() => setIsSending(false)} />}
      {isAdjusting && <AdjustDialog card={card} onClose={() => setIsAdjusting(false)} />}
    </div>
  )
}

const reasons: Record<GiftCardReason, string> = {
  issue: 'Issued',
  order: 'Paid for an order',
  release: 'Back from a cancelled order',
  refund: 'Refunded',
  'take-back': 'Taken back: its order was refunded or cancelled',
  adjust: 'Adjusted',
  expire: 'Expired',
}

function LedgerRow({ entry, currency }: { entry: FullGiftCard['ledger'][number]; currency: string }) {
  const { reason, amount, order, by, note, at } = entry
  const words = [note, by && `by ${fullName(by)}`].filter(Boolean).join(' · ')
  return (
    <EventRow at={at} note={words || null}>
      <strong className="font-semibold tabular-nums">{`${amount < 0 ? '−' : '+'}${priceText(Math.abs(amount), currency)}`}</strong>{' '}
      <span>{reasons[reason]}</span> {order && <IdLink to={staffPaths.order(order._id)}>{orderName(order)}</IdLink>}
    </EventRow>
  )
}
