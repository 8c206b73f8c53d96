import type { PaymentGatewayName } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type PaymentStep, tellOtherTabs } from '../../../gateways/pay-state.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'

const failure = 'Something went wrong, please try again later...'

interface Reconciling {
  /** Does not show failures: the payment of this id may not be approved. */
  quietly?: boolean
  /** The outcome when the provider still waits for the buyer. */
  otherwise?: 'ready' | 'cancelled'
}

/** 409 means that the provider holds no money of this payment; the shop refunds a wrong amount automatically. */
const endOf = (error: unknown): PaymentStep => (error instanceof ApiError && error.status === 409 ? 'closed' : 'broken')

/** The server's sentence, or the default where there is none (SPEC §8). */
function sentenceOf(reason: unknown): string {
  const sentence = reason instanceof ApiError ? reason.message : reason
  return typeof sentence === 'string' && sentence !== '' ? sentence : failure
}

export function usePayment(orderId: string) {
  const [step, setStep] = useState<PaymentStep>('ready')
  const { mutateAsync } = useReconcilePayment(orderId)

  const running = useRef<{ transactionId: string; isKnown: Promise<boolean> }>(null)

  /** Answers true when the outcome is known. The provider's window and a check may both report one payment. */
  function reconcilePayment(
    gateway: PaymentGatewayName,
    transactionId: string,
    reconciling: Reconciling = {},
  ): Promise<boolean> {
    if (running.current?.transactionId === transactionId) return running.current.isKnown
    const isKnown = reconcileOnce({ gateway, transactionId }, reconciling).finally(() => {
      running.current = null
    })
    running.current = { transactionId, isKnown }
    return isKnown
  }

  async function reconcileOnce(
    payment: { gateway: PaymentGatewayName; transactionId: string },
    { quietly = false, otherwise = 'ready' }: Reconciling,
  ) {
    setStep('settling')
    try {
      const { status, message } = await mutateAsync(payment)
      if (status === 'completed') succeed()
      else if (status === 'failed' && !quietly) fail('declined', message)
      else setStep(otherwise)
      return true
    } catch (error) {
      if (isAmbiguous(error)) setStep('confirming')
      else if (quietly) setStep(endOf(error))
      else fail(endOf(error), error)
      return !isAmbiguous(error)
    }
  }

  function succeed() {
    setStep('done')
    tellOtherTabs(orderId)
    toastSuccess('Order paid successfully.')
  }

  function fail(end: PaymentStep, reason?: unknown) {
    setStep(end)
    toastError(sentenceOf(reason))
  }

  return { step, reconcilePayment, succeed, fail, end: setStep }
}

/** Whether the outcome of a payment is unknown: the answer was lost, or the server did not know (P12). */
function isAmbiguous(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/**
 * Asks the server to reconcile an approved payment; it takes only the id from here. A lost answer is requested again,
 * twice, which is safe.
 */
function useReconcilePayment(order: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ gateway, transactionId }: { gateway: PaymentGatewayName; transactionId: string }) => {
      const body = { order, transactionId, paymentGateway: gateway }
      const { data, message } = await call('POST /payments', { body })
      return { status: data.status, message }
    },
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
    retryDelay: 1000,
    onSettled: () => refresh(queryClient, 'orders'),
  })
}
