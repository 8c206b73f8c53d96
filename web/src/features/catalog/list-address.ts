import { DEFAULT_PAGE_SIZE } from '@mela/contract'

export interface ListAddress {
  page: number
  size: number
}

/** Page and size from the URL; what is not a positive integer takes the default (DECISIONS B94, B95). */
export function listAddress(params: URLSearchParams, size: number = DEFAULT_PAGE_SIZE): ListAddress {
  return { page: positiveInteger(params.get('page'), 1), size: positiveInteger(params.get('size'), size) }
}

function positiveInteger(text: string | null, fallback: number): number {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : fallback
}
