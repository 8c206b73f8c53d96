import type { QueryClient } from '@tanstack/react-query'
import { refresh } from '../../../lib/query-keys.ts'
import { shopQuery } from '../../../lib/shop.ts'

/** Reloads what depends on the owner's settings: countries, what `useShop()` reads, and the line above the page. */
export function refreshShop(queryClient: QueryClient): void {
  void refresh(queryClient, 'shop')
  void queryClient.prefetchQuery({ ...shopQuery(), staleTime: 0 })
  refreshStrip().catch(() => {})
}

let asked = 0
let shown = 0

/** The server writes it into each document: that no real money moves, or that the shop is closed. */
async function refreshStrip(): Promise<void> {
  const question = ++asked
  const answer = await fetch(location.href)
  const page = await answer.text()
  if (!answer.ok || question < shown) return
  shown = question
  const strip = new DOMParser().parseFromString(page, 'text/html').getElementById('strip')
  document.getElementById('strip')?.remove()
  if (strip) document.head.append(strip)
}
