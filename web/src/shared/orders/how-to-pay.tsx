import { NO_TRANSFER, type Order } from '@mela/contract'
import { Suspense } from 'react'
import { priceText } from '../../lib/format.ts'
import { useShop } from '../../lib/shop.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/headings.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Time, TimeZone } from '../../ui/time.tsx'

const QrCode = lazyPart(async () => (await import('../../ui/qr-code.tsx')).QrCode)

/** How an order is paid that was confirmed before its payment: the account and reference of a transfer, or what is due at the door. */
export function HowToPay({ order: { payLater, currency } }: { order: Pick<Order, 'payLater' | 'currency'> }) {
  const { timeZone } = useShop()
  if (!payLater) return null
  const { way, isTest, due, received, until, rows, qr } = payLater
  const request = `Please transfer ${priceText(due, currency)} and name the reference, so that we know it is yours.`

  return (
    <Panel title={way === 'transfer' ? 'Pay by bank transfer' : 'Pay on delivery'}>
      <p className="text-ink-2">
        {way === 'transfer' ? (
          <span>{isTest ? NO_TRANSFER : request}</span>
        ) : (
          <span>{`You pay ${priceText(due, currency)} when your order arrives.`}</span>
        )}
        {received > 0 && <span>{` ${priceText(received, currency)} has arrived.`}</span>}
      </p>
      {rows.length > 0 && (
        <dl className="grid gap-2.5">
          {rows.map(({ label, value }) => (
            <div key={label} className="flex items-center justify-between gap-3">
              <div className="min-w-0">
                <dt className="type-small text-ink-2">{label}</dt>
                <dd translate="no" className="wrap-anywhere tabular-nums">
                  {value}
                </dd>
              </div>
              <CopyButton what={label} text={value} className="shrink-0 print:hidden" />
            </div>
          ))}
        </dl>
      )}
      {qr && (
        <div className="grid justify-items-center gap-2">
          <div className="size-48">
            <Suspense>
              <QrCode
                text={qr.text}
                alt={qr.app === 'upi' ? 'QR code for a UPI app' : 'QR code for your banking app'}
              />
            </Suspense>
          </div>
          <p className="type-small text-ink-2">
            {qr.app === 'upi' ? 'Scan it with a UPI app.' : 'Scan it with your banking app.'}
          </p>
        </div>
      )}
      {until && !isTest && (
        <p className="type-small text-ink-2">
          <TimeZone value={timeZone}>
            It has to arrive by <Time value={until} />, or the order is cancelled.
          </TimeZone>
        </p>
      )}
    </Panel>
  )
}
