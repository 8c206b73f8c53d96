import type { PaymentGatewayName, ShownGateway } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { gatewaysQuery } from '../lib/shop.ts'
import { Skeleton } from '../ui/notice.tsx'
import { PayPalButtons } from './paypal/paypal-buttons.tsx'
import { Unavailable } from './unavailable.tsx'

export interface PayButtonsProps {
  gateway: ShownGateway
  order: string
  onStart: () => void
  /** Called with the provider's id of the approved order; the provider waits for the promise. */
  onApprove: (transactionId: string) => Promise<void>
  onCancel: () => void
  /** Called with the reason why it could not start, or without one when the provider failed later. */
  onError: (error?: unknown) => void
}

const buttons: Record<PaymentGatewayName, ComponentType<PayButtonsProps>> = { paypal: PayPalButtons }

interface AllButtonsProps extends Omit<PayButtonsProps, 'gateway' | 'onStart' | 'onApprove'> {
  onStart: (gateway: PaymentGatewayName) => void
  onApprove: (gateway: PaymentGatewayName, transactionId: string) => Promise<void>
}

export function PayButtons({ onStart, onApprove, ...props }: AllButtonsProps) {
  const { data: gateways, error, refetch } = useQuery(gatewaysQuery())
  if (error && !gateways) return <Unavailable onRetry={() => void refetch()} />
  if (!gateways) return <Skeleton className="h-12 rounded-control" />

  const withButtons = gateways.filter(({ can }) => can.pay === 'buttons')
  if (withButtons.length === 0) return <Unavailable onRetry={() => void refetch()} />
  return withButtons.map(gateway => {
    const Buttons = buttons[gateway.name]
    return (
      <Buttons
        key={gateway.name}
        gateway={gateway}
        onStart={() => onStart(gateway.name)}
        onApprove={transactionId => onApprove(gateway.name, transactionId)}
        {...props}
      />
    )
  })
}
