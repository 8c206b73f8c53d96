import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

const isWorking = () => document.documentElement.hasAttribute('data-working')

it('the page shows a line while a change is on its way to the server, until the last one has arrived', async () => {
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const sent = vi.fn()
  vi.stubGlobal('fetch', () => answers[sent.mock.calls.push([]) - 1]?.promise)
  // Calls that tests of other files left unanswered would be counted too.
  vi.resetModules()
  const { call } = await import('./api.ts')

  const calls = [call('POST /auth/logout'), call('POST /auth/logout')]
  expect(isWorking()).toBe(true)

  answers[0]?.resolve(Response.json({}))
  await calls[0]
  expect(isWorking()).toBe(true)

  answers[1]?.reject(new TypeError('Failed to fetch'))
  await expect(calls[1]).rejects.toThrow()
  expect(isWorking()).toBe(false)
})
