import { type BodyOf, type Calls, CLAIM_ACCEPTED } from '@mela/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query-keys.ts'

export function useAcceptDispute(id: string) {
  const refresh = useRefreshDisputes()
  return useMutation({
    mutationFn: () => call('POST /disputes/:id/accept', { params: { id }, body: { note: CLAIM_ACCEPTED } }),
    onSettled: refresh,
  })
}

export function useSendEvidence(id: string) {
  const refresh = useRefreshDisputes()
  return useMutation({
    mutationFn: ({ body, files }: { body: BodyOf<Calls['POST /disputes/:id/evidence']>; files: File[] }) => {
      if (files.length === 0) return call('POST /disputes/:id/evidence', { params: { id }, body })
      const form = new FormData()
      form.set('input', JSON.stringify(body))
      for (const file of files) form.append('files', file)
      return call('POST /disputes/:id/evidence/files', { params: { id }, form })
    },
    onSettled: refresh,
  })
}

/** A dispute changes its payment and order too. */
function useRefreshDisputes() {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, 'disputes', 'orders', 'payments', 'dashboard')
}

/** The stage CHARGEBACK is a claim, which the seller answers at the provider; no bank has taken anything back. */
export const stageWords = (stage: string): string => (stage === 'CHARGEBACK' ? 'Claim' : providerWords(stage))

/** 'Merchandise not received' from the provider's 'MERCHANDISE_NOT_RECEIVED'. */
export function providerWords(constant: string): string {
  const words = constant.toLowerCase().replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
