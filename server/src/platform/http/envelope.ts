import { pageMeta } from '@mela/contract'

export function ok<Data>(data: Data, message = 'OK') {
  return { success: true as const, message, data }
}

export function okPage<Item>({ rows, total }: { rows: Item[]; total: number }, paging: { page: number; size: number }) {
  return { success: true as const, message: 'OK', data: rows, meta: pageMeta(paging, total) }
}
