import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { knownTerms } from './known-terms.ts'

const shop = startShop()
const add = (words: string[]) =>
  shop.db
    .insertInto('search_terms')
    .values(words.map(word => ({ word })))
    .execute()
const inOrder = (words: readonly string[]) => [...words].sort()

it('the known terms stay sorted and complete, whether few are added or many', async () => {
  const first = await knownTerms(shop.db)
  const few = ['', 'aaaa', 'mmmm', 'mmmn', 'zzzz'].map(word => `${word}few`)
  const many = Array.from({ length: 1500 }, (_, n) => `${n}many`)

  await add(few)
  expect(await knownTerms(shop.db)).toEqual(inOrder([...first, ...few]))
  await add(many)
  expect(await knownTerms(shop.db)).toEqual(inOrder([...first, ...few, ...many]))
  expect(await knownTerms(shop.db)).toBe(await knownTerms(shop.db))
})

it('the list is kept while a transaction runs that began before many terms were added', async () => {
  await knownTerms(shop.db)
  await shop.db.transaction().execute(async transaction => {
    await transaction.insertInto('search_terms').values({ word: 'uncommitted' }).execute()
    await add(Array.from({ length: 1500 }, (_, n) => `${n}during`))

    expect(await knownTerms(shop.db)).toBe(await knownTerms(shop.db))
  })

  expect(await knownTerms(shop.db)).toContain('uncommitted')
})
