import { afterAll, expect, it, vi } from 'vitest'

// These need the real hashing costs.
vi.unmock('@node-rs/argon2')
vi.resetModules()
const { BusyError } = await import('../../http/errors.ts')
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

it('works as hard for an account that does not exist', async () => {
  const known = await hashPassword('abcd1!')
  expect(await isPasswordRight('abcd1!', undefined)).toBe(false)

  const timed = async (passwordHash: string | undefined) => {
    const start = performance.now()
    await isPasswordRight('wrong1!', passwordHash)
    return performance.now() - start
  }
  // Alternating, so that a busy machine slows down both.
  const times: [known: number, unknown: number][] = []
  for (let round = 0; round < 10; round++) times.push([await timed(known), await timed(undefined)])

  const shortest = (which: 0 | 1) => Math.min(...times.map(pair => pair[which]))
  expect(shortest(1)).toBeGreaterThan(shortest(0) / 3)
})

it('refuses a password when two hundred others wait', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 203 }, () => isPasswordRight('wrong1!', undefined)))

  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(3)
  expect(refused).toMatchObject(Array(3).fill({ reason: expect.any(BusyError) }))
})

it('refuses a login to an account without a password', async () => {
  for (const none of ['', 'none']) expect(await isPasswordRight('none', none)).toBe(false)
})
