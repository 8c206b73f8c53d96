import {
  type BodyOf,
  type Calls,
  IDEMPOTENCY_HEADER,
  type ShownGateway,
  type StaffRefund,
  type WayToPay,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { gatewaysQuery } from '../../../lib/shop.ts'
import { humanise } from '../../../lib/staff-format.ts'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'

export const useGateways = (): ShownGateway[] | undefined => useQuery(gatewaysQuery()).data

/** The gateway of a payment; undefined until the server has answered, and when the shop is not connected to it. */
export const useGateway = (name: WayToPay | undefined) => useGateways()?.find(gateway => gateway.name === name)

/** Whether no real money moves in the shop, which a banner shows; true until the server has answered. */
export const useIsTestShop = () => useGateways()?.some(({ mode }) => mode !== 'live') ?? true

/** Refunds a payment, once for each idempotency key; reloads the payment after a refusal too. */
export function useRefundPayment(id: string) {
  const after = useRefreshAfter('orders', 'payments', 'gift-cards', 'disputes', 'dashboard')
  return ({ amount, key }: { amount?: number; key: string }) => {
    const body = amount === undefined ? {} : { amount }
    return after(call('POST /payments/:id/refunds', { params: { id }, body, headers: { [IDEMPOTENCY_HEADER]: key } }))
  }
}

/** Records what arrived of a payment that no provider takes, or takes it back. */
export function useReceiptCalls(id: string) {
  const after = useRefreshAfter('orders', 'payments', 'dashboard')
  return {
    record: (body: BodyOf<Calls['POST /payments/:id/receipts']>, key: string) =>
      after(call('POST /payments/:id/receipts', { params: { id }, body, headers: { [IDEMPOTENCY_HEADER]: key } })),
    remove: (receipt: string) => after(call('DELETE /payments/:id/receipts/:receipt', { params: { id, receipt } })),
  }
}

/** 'Merchandise not received' from the provider's 'MERCHANDISE_NOT_RECEIVED'. */
export const providerWords = (constant: string) => humanise(constant.toLowerCase())

type RefundAnswer = { data: Pick<StaffRefund, 'state' | 'failure'>; message: string }

export function toastRefund({ data, message }: RefundAnswer): void {
  if (data.state === 'failed') toastError(data.failure ?? message)
  else toastSuccess(message)
}

/** URL of a transaction at the provider, or of its home page for merchants; in test mode, of the emulator's console. */
export function providerSite(gateway: ShownGateway | undefined, transactionId?: string): string | undefined {
  const { home, payment } = gateway?.site ?? {}
  return payment && transactionId ? payment + encodeURIComponent(transactionId) : home
}
