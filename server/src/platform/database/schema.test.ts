import { expect, it } from 'vitest'
import { dumpSchema } from '../../../test/dump-schema.ts'
import { startShop } from '../../../test/shop.ts'

const shop = startShop()

it('schema.sql is the schema that the migrations make', async () => {
  await expect(await dumpSchema(shop.db)).toMatchFileSnapshot('./schema.sql')
})
