import { DEFAULT_PAGE_SIZE } from '@mela/contract'

export interface ListAddress {
  page: number
  size: number
}

/** Page and size from the URL; what is not a positive integer takes the default (DECISIONS B94, B95). */
export function listAddress(params: URLSearchParams, size: number = DEFAULT_PAGE_SIZE): ListAddress {
  return { page: positiveInteger(params.get('page'), 1), size: positiveInteger(params.get('size'), size) }
}

/**
 * The part of the URL that paging links keep. The server's HTML is shared by addresses that differ in what a list does
 * not know, so nothing else may show in it.
 */
export function keptParams(params: URLSearchParams): URLSearchParams {
  const keyword = params.get('keyword')
  return new URLSearchParams(keyword ? { keyword } : {})
}

function positiveInteger(text: string | null, fallback: number): number {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : fallback
}
