import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { usePaymentChecks } from './use-pay-page.ts'

const check = vi.fn(async () => {})
const onPayingElsewhere = vi.fn()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const waitFor = (since: number | undefined, isWaiting = true) =>
  renderHook(() => usePaymentChecks({ isWaiting, since, check, onPayingElsewhere }))

describe('the questions for a payment that ends elsewhere', () => {
  it.each([
    ['every three seconds for two minutes, then every minute', () => Date.now(), 40, 43],
    ['once a minute while no payment has begun', () => undefined, 2, 5],
  ])('are asked %s', async (_, since, first, then) => {
    waitFor(since())

    await wait(120_000)
    expect(check).toHaveBeenCalledTimes(first)
    await wait(180_000)
    expect(check).toHaveBeenCalledTimes(then)
  })

  it.each<[string, () => EventTarget, () => Event]>([
    ['comes to the front', () => window, () => new Event('focus')],
    ['is seen again', () => document, () => new Event('visibilitychange')],
    ['returns from the back-forward cache', () => window, () => new PageTransitionEvent('pageshow')],
    ['hears of a payment in another tab', () => window, () => new StorageEvent('storage', { key: 'mela.paying' })],
  ])('are asked at once when the page %s', (_, target, event) => {
    waitFor(undefined)

    target().dispatchEvent(event())

    expect(check).toHaveBeenCalledTimes(1)
  })

  it('begin anew with a payment in another tab, and with nothing else there', () => {
    waitFor(undefined)

    for (const key of ['mela.cart', 'mela.paying']) dispatchEvent(new StorageEvent('storage', { key }))

    expect(onPayingElsewhere).toHaveBeenCalledTimes(1)
  })

  it('wait while the page is hidden, or does not wait for a payment', async () => {
    waitFor(Date.now(), false)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    waitFor(Date.now())

    await wait(60_000)

    expect(check).not.toHaveBeenCalled()
  })
})
