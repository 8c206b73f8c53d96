import { wayNames } from '@mela/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import type { PayButtonsProps } from './pay-buttons.tsx'

/** Leaves for the provider's page, which leads back to the pay page; no script of the provider is needed. */
export function RedirectButton({ gateway, order, onStart, onError }: PayButtonsProps) {
  const start = useMutation({
    mutationFn: () => call('POST /payments/:gateway/orders', { params: { gateway: gateway.name }, body: { order } }),
    onMutate: onStart,
    onSuccess: ({ data }) => location.assign(data.approveUrl),
    onError,
  })
  const by = wayNames[gateway.name].toLowerCase()
  return (
    <Button variant="outline" wide loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
      {gateway.mode === 'test' ? `Pay by TEST ${by} – no real money` : `Pay by ${by}`}
    </Button>
  )
}
