import { QueryClient } from '@tanstack/react-query'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { load, pageLoad } from './page-data.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const slow = { queryKey: ['cart-check'] as const, queryFn: () => new Promise(() => {}) }

function loading(queryClient: QueryClient) {
  const context = new RouterContextProvider()
  context.set(pageLoad, { queryClient, setStatus: () => {} })
  const state = { isDone: false }
  void load({ context }, slow).then(() => {
    state.isDone = true
  })
  return state
}

describe('loading a page in the browser', () => {
  it('keeps the old one for 150 ms, then shows what there is', async () => {
    const state = loading(new QueryClient())

    await vi.advanceTimersByTimeAsync(149)
    expect(state.isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(state.isDone).toBe(true)
  })

  it('does not wait for cached data, and reloads it in the background (T259)', async () => {
    const queryClient = new QueryClient()
    queryClient.setQueryData(slow.queryKey, 'as it was', { updatedAt: 1 })

    const state = loading(queryClient)

    await vi.advanceTimersByTimeAsync(0)
    expect(state.isDone).toBe(true)
    expect(queryClient.isFetching()).toBe(1)
  })
})
