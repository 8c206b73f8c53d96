import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { transact } from './transact.ts'

const shop = startShop()

describe('a transaction', () => {
  /** Work that PostgreSQL gives up so many times; answers how often it ran. */
  const failing = (times: number, code: string) => {
    let runs = 0
    return async () => {
      runs++
      if (runs <= times) throw Object.assign(new Error('given up'), { code })
      return runs
    }
  }

  it.each(['40001', '40P01'])('is retried when PostgreSQL aborts it with %s', async code => {
    expect(await transact(shop.db, failing(2, code))).toBe(3)
  })

  it('fails when it is aborted again and again', async () => {
    await expect(transact(shop.db, failing(10, '40P01'))).rejects.toThrow('given up')
  })

  it('runs once when it fails for another reason', async () => {
    await expect(transact(shop.db, failing(1, '23505'))).rejects.toThrow('given up')
  })
})
