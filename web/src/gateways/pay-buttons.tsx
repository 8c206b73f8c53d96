import { isOffered, isOffline, type PaymentGatewayName, type ShownGateway, type ToPay, wayNames } from '@mela/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { call } from '../lib/api.ts'
import { gatewaysQuery } from '../lib/shop.ts'
import { Async, ErrorState } from '../ui/async.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/notice.tsx'
import { FAILED } from '../ui/toast.tsx'
import { leaveForProvider } from './leave-for-provider.ts'
import { PayPalButtons } from './paypal/paypal-buttons.tsx'

/** A provider, which takes the money at once. */
type OnlineGateway = ShownGateway & { name: PaymentGatewayName }

const isOnline = (gateway: ShownGateway): gateway is OnlineGateway =>
  !isOffline(gateway.name) && gateway.can.pay !== 'offline'

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
  const gateways = useQuery({
    ...gatewaysQuery(),
    select: all =>
      all.filter(isOnline).filter(({ can, offer }) => can.pay !== 'offline' && offer && isOffered(offer, toPay)),
  })
  const unavailable = <ErrorState message={FAILED} onRetry={() => void gateways.refetch()} />

  return (
    <Async query={gateways} loading={<Skeleton className="h-12 rounded-control" />} error={FAILED} empty={unavailable}>
      {gateways =>
        gateways.map(gateway => {
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
      }
    </Async>
  )
}

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
