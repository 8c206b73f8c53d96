import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { importUntilThere } from './import-until-there.ts'

afterEach(() => void vi.useRealTimers())

const failing = (times: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the part'
  })
  return load
}

it('imports once more when the network is back', async () => {
  const load = failing(1)
  const part = importUntilThere(load)
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await new Promise(resolve => setTimeout(resolve))

  dispatchEvent(new Event('online'))

  expect(await part).toBe('the part')
  expect(load).toHaveBeenCalledTimes(2)
})

it('imports again after pauses that double', async () => {
  vi.useFakeTimers()
  const load = failing(3)
  const part = importUntilThere(load)

  await vi.advanceTimersByTimeAsync(1000 + 2000)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(4000)

  expect(await part).toBe('the part')
})

describe('after an upgrade of the shop', () => {
  function openPage({ ageMs, status }: { ageMs: number; status: number }) {
    vi.spyOn(performance, 'now').mockReturnValue(ageMs)
    const ask = vi.spyOn(window, 'fetch').mockResolvedValue(new Response(null, { status }))
    const script = Object.assign(document.createElement('script'), { type: 'text/plain' })
    script.dataset.entry = '/assets/entry-client.js'
    document.head.append(script)
    onTestFinished(() => {
      script.remove()
      vi.restoreAllMocks()
    })
    return ask
  }

  it('leaves the page in place of trying again', async () => {
    const ask = openPage({ ageMs: 60_000, status: 404 })
    const leave = vi.fn()
    const load = failing(1)

    void importUntilThere(load, leave)

    await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
    expect(ask).toHaveBeenCalledWith('/assets/entry-client.js', expect.objectContaining({ method: 'HEAD' }))
    expect(load).toHaveBeenCalledOnce()
  })

  it.each([
    ['its scripts are there', { ageMs: 60_000, status: 200 }],
    ['it has just been loaded', { ageMs: 1000, status: 404 }],
  ])('tries again while %s', async (_, page) => {
    openPage(page)
    const leave = vi.fn()
    const load = failing(1)
    const part = importUntilThere(load, leave)
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
    await new Promise(resolve => setTimeout(resolve))

    dispatchEvent(new Event('online'))

    expect(await part).toBe('the part')
    expect(leave).not.toHaveBeenCalled()
  })
})
