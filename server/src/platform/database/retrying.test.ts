import { describe, expect, it } from 'vitest'
import { retrying } from './retrying.ts'

describe('a transaction', () => {
  const givenUp = (code: string) => Object.assign(new Error('given up'), { code })
  const failing = (times: number, code: string) => {
    let runs = 0
    return async () => {
      runs++
      if (runs <= times) throw givenUp(code)
      return runs
    }
  }

  it.each(['40001', '40P01'])('is retried when PostgreSQL aborts it with %s', async code => {
    expect(await retrying(failing(2, code))).toBe(3)
  })

  it('fails when it is aborted again and again', async () => {
    await expect(retrying(failing(10, '40P01'))).rejects.toThrow('given up')
  })

  it('runs once when it fails for another reason', async () => {
    await expect(retrying(failing(1, '23505'))).rejects.toThrow('given up')
  })
})
