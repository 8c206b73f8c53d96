import { leftToRefund, type OrderStatus, staffPaths } from '@mela/contract'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { priceText } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Badge } from '../../../ui/values/badge.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { canRefund, type PaymentWithRefunds } from './can-refund.ts'
import { GatewayName } from './gateway-name.tsx'
import { PaymentFlags } from './payment-flags.tsx'
import { providerSite } from './provider-site.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { useGateway } from './staff-payments.api.ts'

interface PaymentCardProps {
  payment: PaymentWithRefunds
  /** Status of the payment's order, when the screen has loaded it. */
  orderStatus?: OrderStatus
}

/** One payment or attempt: its state at the provider, its refunds, and the possible actions. */
export function PaymentCard({ payment, orderStatus }: PaymentCardProps) {
  const [isRefunding, setIsRefunding] = useState(false)
  const gateway = useGateway(payment.paymentGateway)
  const { transactionId, status, amount, currency, refundedAmount } = payment

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="mr-1.5 font-semibold text-lg tabular-nums">{priceText(amount, currency)}</span>
        <Badge status={status} />
        <PaymentFlags payment={payment} />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1">
        <Fact name="Transaction">
          <span className="flex items-center">
            <Link
              to={staffPaths.payment(payment._id)}
              className="wrap-anywhere py-2 font-mono text-[0.8125rem] text-info underline-offset-3 hover:underline"
            >
              {transactionId}
            </Link>
            <CopyButton what="transaction" text={transactionId} />
          </span>
        </Fact>
        <Fact name="Provider">
          <GatewayName name={payment.paymentGateway} />
        </Fact>
        <Fact name="Date">
          <Time value={payment.update_time} style="date-time" />
        </Fact>
        {payment.email_address && <Fact name="Paid by">{payment.email_address}</Fact>}
        {refundedAmount > 0 && <Fact name="Refunded">{priceText(refundedAmount, currency)}</Fact>}
        {refundedAmount > 0 && <Fact name="Left">{priceText(leftToRefund(payment), currency)}</Fact>}
      </dl>
      {payment.problem && <p className="rounded-control bg-danger-soft px-3 py-2 text-danger">{payment.problem}</p>}
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {canRefund(payment) && gateway?.can.refund !== false && (
          <Button variant="outline" onClick={() => setIsRefunding(true)}>
            Refund
          </Button>
        )}
        <a
          href={providerSite(gateway, transactionId)}
          target="_blank"
          rel="noopener"
          className={`${textLink} inline-flex min-h-10 items-center gap-1.5`}
        >
          See at the provider <ExternalLink className="size-4!" />
        </a>
      </div>
      {isRefunding && (
        <RefundDialog
          payment={payment}
          isWhole={gateway?.can.partialRefund === false}
          orderStatus={orderStatus}
          onClose={() => setIsRefunding(false)}
        />
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="wrap-anywhere min-w-0 tabular-nums">{children}</dd>
    </>
  )
}
