import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import type { PaymentStep } from './pay-state.ts'
import { isAmbiguous, useSettlePayment } from './payments.api.ts'

const failure = 'Something went wrong, please try again later...'

/** One order's way from the provider's approval to a settled payment. */
export function usePayment(orderId: string) {
  const [step, setStep] = useState<PaymentStep>('ready')
  const { mutateAsync } = useSettlePayment(orderId)

  /** Answers whether the outcome is known. Quietly is for ids that may never have been approved. */
  async function settle(transactionId: string, { quietly = false } = {}): Promise<boolean> {
    setStep('settling')
    try {
      const { status } = await mutateAsync(transactionId)
      if (status === 'completed') succeed()
      else if (status === 'failed' && !quietly) fail()
      else setStep('ready')
      return true
    } catch (error) {
      if (isAmbiguous(error)) setStep('confirming')
      else if (quietly) setStep('ready')
      else fail(error)
      return !isAmbiguous(error)
    }
  }

  function succeed() {
    setStep('done')
    toastSuccess('Order paid successfully.')
  }

  function fail(error?: unknown) {
    setStep('declined')
    toastError((error instanceof ApiError && error.message) || failure)
  }

  return { step, settle, succeed, fail, cancel: () => setStep('ready') }
}
