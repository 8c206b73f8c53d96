import { UNATTENDED_HEADER } from '@mela/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../../lib/api.ts'
import { watchAttention } from './use-live-updates.ts'

const fetched = vi.fn(async (_path: string, _init: { headers: Record<string, string> }) => Response.json({}))
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('fetch', fetched)
  stop = watchAttention()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function isMarked() {
  await call('GET /dashboard/low-stock')
  return UNATTENDED_HEADER in (fetched.mock.lastCall?.[1].headers ?? {})
}
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms)

it('marks the calls of a screen without input for a minute, until the next input', async () => {
  expect(await isMarked()).toBe(false)
  wait(61_000)
  expect(await isMarked()).toBe(true)

  for (const sign of ['pointerdown', 'keydown', 'wheel']) {
    window.dispatchEvent(new Event(sign))
    expect(await isMarked(), sign).toBe(false)
    wait(61_000)
    expect(await isMarked(), sign).toBe(true)
  }
})
