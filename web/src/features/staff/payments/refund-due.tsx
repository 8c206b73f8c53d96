import type { StaffOrder } from '@mela/contract'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { randomUuid } from '../../../lib/browser/request-key.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { priceText } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { useRefundPayment } from './staff-payments.api.ts'

/** A refund that is due and not made: the reason, and the possible actions. */
export function RefundDue({ due }: { due: NonNullable<StaffOrder['refundDue']> }) {
  const { payment, amount, currency, state, failure } = due

  return (
    <section
      aria-label="Refund due"
      className="flex flex-wrap items-center gap-3 rounded-tile bg-warn-soft p-4 text-warn"
    >
      <CircleAlert className="size-5 shrink-0" />
      <div role="status" className="min-w-0 grow basis-64">
        <p className="font-semibold">{`Refund due: ${priceText(amount, currency)}`}</p>
        <p className="wrap-anywhere">
          {state === 'asked'
            ? 'The payment provider has been asked for it and has not answered yet. The shop keeps asking.'
            : (failure ?? 'It was not asked for yet.')}
        </p>
      </div>
      {state === 'refused' && <Retry key={payment} payment={payment} amount={priceText(amount, currency)} />}
    </section>
  )
}

/** Retries a due refund. Each submit has its own idempotency key, so a repeated request does not refund twice. */
function Retry({ payment, amount }: { payment: string; amount: string }) {
  const [key, setKey] = useState(randomUuid)
  const refund = useRefundPayment(payment)

  async function handleRetry() {
    try {
      const { data, message } = await refund.mutateAsync({ key })
      if (data.state === 'failed') toastError(data.failure ?? message)
      else toastSuccess(message)
    } catch (error) {
      toastError(toRefusal(error).message ?? 'Something went wrong, please try again later...')
    } finally {
      setKey(randomUuid())
    }
  }

  return (
    <Button
      variant="outline"
      loading={refund.isPending}
      onClick={() => void handleRetry()}
    >{`Try refunding ${amount} again`}</Button>
  )
}
