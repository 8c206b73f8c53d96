import { expect, it, vi } from 'vitest'
import { lazily } from './lazily.ts'

it('loads once for all callers, and again after a failure', async () => {
  const load = vi.fn(async () => 'loaded').mockRejectedValueOnce(new Error('EMFILE: too many open files'))
  const loaded = lazily(load)

  await expect(loaded()).rejects.toThrow('EMFILE')
  expect(await Promise.all([loaded(), loaded()])).toEqual(['loaded', 'loaded'])
  expect(load).toHaveBeenCalledTimes(2)
})
