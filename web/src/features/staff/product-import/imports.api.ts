import type { ProductImport, RowKind } from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { keepRows } from '../../../ui/table/paged-table.tsx'

const LOOK_EVERY_MS = 1000

const isAtWork = ({ state, pictures }: ProductImport) =>
  state === 'running' || (state === 'done' && pictures.waiting > 0)

/** The state of an import; polled while it runs. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: async () => (await call('GET /imports/:id', { params: { id } })).data,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? LOOK_EVERY_MS : false),
    staleTime: 0,
  })

export const recentImportsQuery = () =>
  queryOptions({
    queryKey: ['imports', 'recent'],
    queryFn: async () => (await call('GET /imports')).data,
    staleTime: 0,
  })

interface RowsQuery {
  page: number
  size: number | undefined
  kind: RowKind | undefined
}

export const importRowsQuery = (id: string, { page, size, kind }: RowsQuery) =>
  queryOptions({
    queryKey: ['imports', id, 'rows', { page, size, kind }],
    queryFn: () =>
      call('GET /imports/:id/rows', { params: { id }, query: { page, ...(size && { size }), ...(kind && { kind }) } }),
    ...keepRows,
  })

export function useCheckImport() {
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return call('POST /imports', { form })
    },
  })
}

export function useStartImport(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ category, leavesPresent }: { category: string; leavesPresent: boolean }) =>
      call('POST /imports/:id/start', {
        params: { id },
        body: { ...(category && { category }), ...(leavesPresent && { leavesPresent }) },
      }),
    onSuccess: ({ data }) => queryClient.setQueryData(importQuery(id).queryKey, data),
  })
}

export const failedPicturesQuery = (id: string, page: number, failed: number) =>
  queryOptions({
    queryKey: ['imports', id, 'failed-pictures', { page, failed }],
    queryFn: () => call('GET /imports/:id/failed-pictures', { params: { id }, query: { page, size: 20 } }),
  })

export function useRetryPictures(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /imports/:id/retry-pictures', { params: { id } }),
    onSuccess: ({ data }) => queryClient.setQueryData(importQuery(id).queryKey, data),
  })
}
