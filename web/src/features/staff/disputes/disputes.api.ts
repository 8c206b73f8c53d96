import { type BodyOf, type Calls, CLAIM_ACCEPTED } from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, orMissing } from '../../../lib/api.ts'
import type { ListParams } from '../../../lib/list-params.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { keepRows } from '../../../ui/table/paged-table.tsx'

export const disputesQuery = (state: 'open' | 'closed' | undefined, { page, size, keyword }: ListParams) => {
  const query = { page, size: size ?? '', keyword, state: state ?? '' }
  return queryOptions({
    queryKey: ['disputes', query],
    queryFn: () => call('GET /disputes', { query }),
    staleTime: 0,
    ...keepRows,
  })
}

export const disputeQuery = (id: string) =>
  queryOptions({
    queryKey: ['disputes', id],
    queryFn: () => orMissing(call('GET /disputes/:id', { params: { id } })),
    staleTime: 0,
  })

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
