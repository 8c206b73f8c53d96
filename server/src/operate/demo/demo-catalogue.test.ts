import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { DEMO_SYNONYMS } from './demo-catalogue.ts'
import { seedWithEmptyPictures } from './demo-fixtures.ts'

const shop = startShop()
beforeAll(() => seedWithEmptyPictures(shop))

async function idsOf(keyword: string): Promise<string[]> {
  const { data } = await shop.get(`/products?view=card&size=100&keyword=${encodeURIComponent(keyword)}`)
  return data.map(({ _id }: { _id: string }) => _id)
}

describe('the demo', () => {
  const words = DEMO_SYNONYMS.flatMap(line => {
    const [word = '', ...others] = line.split(', ')
    return others.map(other => [other, word] as const)
  })

  it('finds by each what it finds by the English word', async () => {
    for (const [other, word] of words) {
      const [found, wanted] = [await idsOf(other), await idsOf(word)]
      expect(wanted, word).not.toEqual([])
      expect(found, `${other} as ${word}`).toEqual(expect.arrayContaining(wanted))
    }
  })
})
