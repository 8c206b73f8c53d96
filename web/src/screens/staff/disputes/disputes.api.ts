import { type BodyOf, type Calls, CLAIM_ACCEPTED } from '@mela/contract'
import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'

/** A dispute changes its payment and order too. */
export function useDisputeCalls(id: string) {
  const after = useRefreshAfter('disputes', 'orders', 'payments', 'dashboard')

  function sendEvidence(body: BodyOf<Calls['POST /disputes/:id/evidence']>, files: File[]) {
    if (files.length === 0) return after(call('POST /disputes/:id/evidence', { params: { id }, body }))
    const form = new FormData()
    form.set('input', JSON.stringify(body))
    for (const file of files) form.append('files', file)
    return after(call('POST /disputes/:id/evidence/files', { params: { id }, form }))
  }

  return {
    accept: () => after(call('POST /disputes/:id/accept', { params: { id }, body: { note: CLAIM_ACCEPTED } })),
    sendEvidence,
  }
}

/** 'Merchandise not received' from the provider's 'MERCHANDISE_NOT_RECEIVED'. */
export function providerWords(constant: string): string {
  const words = constant.toLowerCase().replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
