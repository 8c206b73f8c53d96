import { afterAll, expect, it, vi } from 'vitest'

// These need the real hashing costs.
vi.doMock('@node-rs/argon2', async importOriginal => {
  const { hash, verify } = await importOriginal<typeof import('@node-rs/argon2')>()
  return { hash, verify: vi.fn(verify) }
})
vi.resetModules()
const { verify } = await import('@node-rs/argon2')
const { BusyError } = await import('../platform/http/errors.ts')
const { hashPassword, isPasswordRight } = await import('./passwords.ts')
afterAll(() => void vi.resetModules())

it('stores passwords as argon2id with a salt each', async () => {
  const [one, two] = await Promise.all([hashPassword('abcd1!'), hashPassword('abcd1!')])

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await isPasswordRight('abcd1!', one)).toBe(true)
  expect(await isPasswordRight('abcd1!', two)).toBe(true)
  expect(await isPasswordRight('abcd1?', one)).toBe(false)
})

it('computes a hash of the same cost for an account that does not exist', async () => {
  const known = await hashPassword('abcd1!')
  for (const hash of [known, undefined, 'none']) expect(await isPasswordRight('wrong1!', hash)).toBe(false)

  const costs = vi
    .mocked(verify)
    .mock.calls.slice(-3)
    .map(([hash]) => hash.toString().split('$').slice(0, 4))
  expect(costs).toEqual(Array(3).fill(known.split('$').slice(0, 4)))
})

it('refuses a password when two hundred others wait', async () => {
  const first = Promise.withResolvers<boolean>()
  vi.mocked(verify).mockReturnValue(first.promise)
  const answers = Array.from({ length: 203 }, () => isPasswordRight('wrong1!', undefined))
  first.resolve(false)

  const refused = (await Promise.allSettled(answers)).filter(({ status }) => status === 'rejected')
  vi.mocked(verify).mockReset()
  expect(refused).toHaveLength(3)
  expect(refused).toMatchObject(Array(3).fill({ reason: expect.any(BusyError) }))
})

it('refuses a login to an account without a password', async () => {
  for (const none of ['', 'none']) expect(await isPasswordRight('none', none)).toBe(false)
})
