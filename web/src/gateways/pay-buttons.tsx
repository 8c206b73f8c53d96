import { type PaymentGatewayName, type ToPay, wayNames } from '@mela/contract'
import { useMutation } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import type { ComponentType } from 'react'
import { call } from '../lib/api.ts'
import { Async, ErrorState } from '../ui/async.tsx'
import { Button } from '../ui/button.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { FAILED } from '../ui/toast.tsx'
import { leaveForProvider } from './leave-for-provider.ts'
import { type OnlineGateway, useOnlineWays } from './online-ways.ts'
import { PayPalButtons } from './paypal/paypal-buttons.tsx'

export interface PayButtonsProps {
  gateway: OnlineGateway
  order: string
  /** Providers, and what they offer beside their wallet, depend on it. */
  toPay: ToPay
  onStart: () => void
  /** Called with the provider's id of the approved order; the provider waits for the promise. */
  onApprove: (transactionId: string) => Promise<void>
  onCancel: () => void
  /** Called with the reason why it could not start, or without one when the provider failed later. */
  onError: (error?: unknown) => void
}

/** Providers without buttons of their own are paid on their page. */
const buttons: Partial<Record<PaymentGatewayName, ComponentType<PayButtonsProps>>> = { paypal: PayPalButtons }

interface AllButtonsProps extends Omit<PayButtonsProps, 'gateway' | 'onStart' | 'onApprove'> {
  onStart: (gateway: PaymentGatewayName) => void
  onApprove: (gateway: PaymentGatewayName, transactionId: string) => Promise<void>
}

export function PayButtons({ toPay, onStart, onApprove, ...props }: AllButtonsProps) {
  const { query, online = [] } = useOnlineWays(toPay)
  const unavailable = (
    <ErrorState
      message="The shop takes no payments at the moment. Please try again later."
      onRetry={() => void query.refetch()}
    />
  )

  return (
    <Async query={query} loading={<Skeleton className="h-12 rounded-control" />} error={FAILED} empty={unavailable}>
      {() => {
        if (online.length === 0) return <NoLongerOffered />
        return online.map(gateway => {
          const Buttons = buttons[gateway.name] ?? RedirectButton
          return (
            <Buttons
              key={gateway.name}
              gateway={gateway}
              toPay={toPay}
              onStart={() => onStart(gateway.name)}
              onApprove={transactionId => onApprove(gateway.name, transactionId)}
              {...props}
            />
          )
        })
      }}
    </Async>
  )
}

/** The owner has changed what is offered since the order was placed. */
const NoLongerOffered = () => (
  <Notice icon={<Info />} title="The shop no longer offers a way to pay this order">
    Please cancel it below and press 'Buy again': the checkout shows what can be paid, and how.
  </Notice>
)

/** Leaves for the provider's page, which leads back to the pay page; no script of the provider is needed. */
function RedirectButton({ gateway, order, onStart, onError }: PayButtonsProps) {
  const start = useMutation({
    mutationFn: () => call('POST /payments/:gateway/orders', { params: { gateway: gateway.name }, body: { order } }),
    onMutate: onStart,
    onSuccess: ({ data }) => leaveForProvider(data.approveUrl),
    onError,
  })
  const by = wayNames[gateway.name].toLowerCase()
  return (
    <Button variant="outline" wide loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
      {gateway.mode === 'test' ? `Pay by TEST ${by} – no real money` : `Pay by ${by}`}
    </Button>
  )
}
