import { vi } from 'vitest'

/** Hundreds of tests hash passwords: real argon2id, at a cost of a millisecond instead of 50. */
vi.mock('@node-rs/argon2', async original => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { ...argon2, hash: (password: string) => argon2.hash(password, { memoryCost: 64, timeCost: 1 }) }
})
