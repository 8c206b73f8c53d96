import { useState } from 'react'
import { useRefreshProducts } from '../../../lib/refresh-products.ts'

const FADE_MS = 200

/** Rows that left their list: they fade out, and then the list is reloaded (B81). */
export function useLeavingRows() {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const refresh = useRefreshProducts()

  async function leave(ids: string[]) {
    setLeaving(before => new Set([...before, ...ids]))
    await new Promise(resolve => setTimeout(resolve, FADE_MS))
    await refresh()
    setLeaving(before => new Set([...before].filter(id => !ids.includes(id))))
  }

  return { leaving, leave, refresh }
}
