import type { PaymentGatewayName } from '@mela/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import type { PayButtonsProps } from './pay-buttons.tsx'

/** What buyers pay with there, where that says more than the provider's name. */
const means: Partial<Record<PaymentGatewayName, string>> = { stripe: 'card' }

/** Leaves for the provider's page, which leads back to the pay page; no script of the provider is needed. */
export function RedirectButton({ gateway, order, onStart, onError }: PayButtonsProps) {
  const start = useMutation({
    mutationFn: () => call('POST /payments/:gateway/orders', { params: { gateway: gateway.name }, body: { order } }),
    onMutate: onStart,
    onSuccess: ({ data }) => location.assign(data.approveUrl),
    onError,
  })
  const by = means[gateway.name] ?? gateway.displayName
  return (
    <Button variant="outline" wide loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
      {gateway.mode === 'test' ? `Pay by TEST ${by} – no real money` : `Pay by ${by}`}
    </Button>
  )
}
