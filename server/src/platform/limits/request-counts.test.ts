import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openRequestCounts, type RequestCounts } from './request-counts.ts'

/** Passes what each has to tell on to all, as NOTIFY does. */
function exchange(...instances: RequestCounts[]) {
  for (const text of instances.flatMap(counts => counts.takeAnnouncements())) {
    for (const counts of instances) counts.addAnnounced(text)
  }
}

const times = (number: number, work: () => unknown) => Array.from({ length: number }, work)

describe('request counts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('say how long to wait once a key exceeds its limit, until its window ends', () => {
    const count = openRequestCounts({ isShared: false }).open('calls', 2, 60)

    expect([count('a'), count('a')]).toEqual([undefined, undefined])
    vi.advanceTimersByTime(20_000)
    expect([count('a'), count('b')]).toEqual([40, undefined])
    vi.advanceTimersByTime(40_000)
    expect(count('a')).toBeUndefined()
  })

  it('of three instances are the sum after an exchange, by limit and key', () => {
    const instances = times(3, () => openRequestCounts({ isShared: true })) as RequestCounts[]
    const [first, second, third] = instances.map(counts => ({
      calls: counts.open('calls', 6, 60),
      pages: counts.open('pages', 6, 60),
    }))
    times(3, () => first?.calls('2001:db8::'))
    times(2, () => second?.calls('2001:db8::'))

    exchange(...instances)
    exchange(...instances)

    expect(third?.calls('2001:db8::')).toBeUndefined()
    expect(third?.calls('2001:db8::')).toBe(60)
    expect(third?.calls('2001:db8:1::')).toBeUndefined()
    expect(third?.pages('2001:db8::')).toBeUndefined()
  })

  it('of more keys than a notification holds are told in several', () => {
    const [one, other] = [openRequestCounts({ isShared: true }), openRequestCounts({ isShared: true })]
    const [count, otherCount] = [one.open('calls', 1, 60), other.open('calls', 1, 60)]
    for (let n = 0; n < 1000; n++) count(`2001:db8:${n}::`)

    const texts = one.takeAnnouncements()
    for (const text of texts) other.addAnnounced(text)

    expect(texts.length).toBeGreaterThan(1)
    for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8000)
    for (let n = 0; n < 1000; n++) expect(otherCount(`2001:db8:${n}::`)).toBe(60)
    expect(one.takeAnnouncements()).toEqual([])
  })
})
