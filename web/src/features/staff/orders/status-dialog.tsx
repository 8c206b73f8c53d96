import { type OrderStatus, orderStatuses, type StaffOrder } from '@mela/contract'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { toRefusal } from '../../../lib/failure.ts'
import { priceText } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RadioCards } from '../../../ui/controls/radio-cards.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { Badge } from '../../../ui/values/badge.tsx'
import { goesBack, refundSentence } from './refund-sentence.ts'
import { useUpdateStatus } from './staff-orders.api.ts'
import { staysUnpaid, whyNot } from './why-not.ts'

interface StatusDialogProps {
  order: StaffOrder
  onClose: () => void
}

/** All six statuses; those that are not allowed say why. */
export function StatusDialog({ order, onClose }: StatusDialogProps) {
  const [change, setChange] = useState<{ status: OrderStatus; from: OrderStatus }>()
  const [failure, setFailure] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const update = useUpdateStatus(order._id)
  const isOutdated = change !== undefined && change.from !== order.status && !update.isPending
  const chosen = change && !isOutdated ? change.status : null
  const money = chosen && chosen !== order.status ? goesBack(order, chosen) : 0

  function handleChoose(status: OrderStatus) {
    setChange({ status, from: order.status })
    setFailure(undefined)
  }

  async function handleSave() {
    setFailure(undefined)
    if (!change) return setFailure('Order ID or status is missing.')
    if (money > 0 && !isAsking) return setIsAsking(true)
    try {
      const { message } = await update.mutateAsync(change)
      onClose()
      toastSuccess(message)
    } catch (error) {
      setIsAsking(false)
      const { message } = toRefusal(error)
      if (!message) setFailure('An unknown error has occurred.')
      toastError(message ?? 'Something went wrong, please try again later...')
    }
  }

  if (isAsking && money > 0)
    return (
      <Dialog
        // The key makes this a new dialog, which takes the focus and returns it.
        key="really"
        open
        onClose={onClose}
        title={`${chosen === 'cancelled' ? 'Cancel and refund' : 'Refund'} ${priceText(money, order.currency)}?`}
        footer={
          <>
            <Button variant="outline" onClick={() => setIsAsking(false)}>
              Back
            </Button>
            <Button variant="danger" loading={update.isPending} onClick={() => void handleSave()}>
              {`${chosen === 'cancelled' ? 'Cancel and refund' : 'Refund'} ${priceText(money, order.currency)}`}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">
          {`${priceText(money, order.currency)} goes back to the customer the way it came, and this cannot be undone.`}
        </p>
      </Dialog>
    )

  return (
    <Dialog
      open
      onClose={onClose}
      title="Update status"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={update.isPending} onClick={() => void handleSave()}>
            Save
          </Button>
        </>
      }
    >
      <RadioCards
        legend="Status"
        value={chosen}
        onChange={handleChoose}
        options={orderStatuses.map(status => optionOf(status, whyNot(order, status)))}
      />
      <p role="status" className="text-ink-2 empty:hidden">
        {isOutdated && <span>This order has just changed, so choose its status again.</span>}{' '}
        <span>{chosen && consequences[chosen]}</span> <span>{chosen && staysUnpaid(order, chosen)}</span>{' '}
        <span>{chosen === 'cancelled' && order.status !== 'cancelled' && refundSentence(order)}</span>
      </p>
      {failure && (
        <p role="alert" className="flex gap-1.5 text-danger">
          <CircleAlert className="size-5" /> <span>{failure}</span>
        </p>
      )}
    </Dialog>
  )
}

/** The further effects of a status. */
const consequences: Partial<Record<OrderStatus, string>> = {
  shipped: 'Its customer gets an email.',
  cancelled: 'Its units go back into stock unless they were sent, and its customer gets an email.',
  refunded: 'All that is left of its payment goes back to the customer at once, and this cannot be undone.',
}

const optionOf = (status: OrderStatus, reason: string | undefined) => ({
  value: status,
  content: <Badge status={status} />,
  note: reason && <span className="type-small ml-3 text-ink-2">{reason}</span>,
  disabled: reason !== undefined,
})
