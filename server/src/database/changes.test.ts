import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { changing, hearOtherInstances, onChange } from './changes.ts'
import { connect } from './database.ts'

describe('announcing changes', () => {
  const shop = startShop()
  let news: { stop(): void }
  let other: ReturnType<typeof connect>

  beforeAll(async () => {
    other = connect(shop.databaseUrl)
    news = await hearOtherInstances(other.pool)
  })
  afterAll(async () => {
    news.stop()
    await other.close()
  })

  it('tells this instance before the change is answered, and the others soon', async () => {
    const heard: string[] = []
    const stop = onChange(tags => heard.push(...tags))

    await changing(shop.db, async (_db, touch) => touch('product:1', 'catalog'))

    // The others may already have been told as well.
    expect(heard.slice(0, 2)).toEqual(['product:1', 'catalog'])
    await vi.waitFor(() => expect(heard).toEqual(['product:1', 'catalog', 'product:1', 'catalog']))
    stop()
  })

  it('tells nobody of a change that was rolled back', async () => {
    const heard: string[] = []
    const stop = onChange(tags => heard.push(...tags))

    const failed = changing(shop.db, async (_db, touch) => {
      touch('catalog')
      throw new Error('no')
    })

    await expect(failed).rejects.toThrow('no')
    expect(heard).toEqual([])
    stop()
  })
})
