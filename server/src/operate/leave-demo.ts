import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import type { FileStore } from '../media/file-store.ts'
import { removeUnusedFiles } from '../media/media.service.ts'
import { providers } from '../payments/gateways/open-gateway.ts'
import { hashPassword } from '../people/passwords.ts'
import { recordAudit } from '../platform/audit/audit.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { keepShopClosed } from '../platform/database/shop-lock.ts'
import { transact } from '../platform/database/transact.ts'
import type { Env } from '../platform/runtime/env.ts'
import { readCatalogue } from './demo/demo-catalogue.ts'
import { noteOlderDemo } from './demo/demo-rows.ts'
import { type TakenOut, takeOutDemo } from './take-out-demo.ts'
import { OperatorError } from './with-shop.ts'

/** The result passes a transaction that is rolled back. */
class Rehearsed extends Error {
  readonly taken: TakenOut

  constructor(taken: TakenOut) {
    super('Nothing was taken out.')
    this.taken = taken
  }
}

/** Nothing is changed. */
export async function previewLeaving(db: Database, env: Env): Promise<TakenOut> {
  try {
    return await takeOut(db, env, taken => Promise.reject(new Rehearsed(taken)))
  } catch (error) {
    if (error instanceof Rehearsed) return error.taken
    throw error
  }
}

/** One transaction deletes the demo's rows and all test orders; files follow. */
export async function leaveDemo(db: Database, env: Env, files: FileStore): Promise<TakenOut> {
  const taken = await takeOut(db, env, async () => {})
  for (const file of new Set(taken.pictures)) await removeUnusedFiles(db, files, file)
  for (const url of taken.avatars) await files.remove(basename(url))
  for (const { removeTestPayments } of Object.values(providers)) await removeTestPayments?.(env)
  return taken
}

async function takeOut(db: Database, env: Env, atTheEnd: (taken: TakenOut) => Promise<void>): Promise<TakenOut> {
  const unusablePassword = await hashPassword(randomBytes(24).toString('hex'))
  const catalogue = await readCatalogue()
  return transact(db, async (db, invalidate) => {
    if (!(await keepShopClosed(db))) throw new OperatorError('The shop is open. Stop it first, then run this again.')
    await noteOlderDemo(db, env, catalogue)
    const taken = await takeOutDemo(db, unusablePassword)
    invalidate('catalog', 'shop')
    const { people, demoted, pictures, orders, reviews, products, categories } = taken
    const after = {
      people: people.length,
      demoted: demoted.length,
      orders,
      reviews,
      products,
      categories,
      pictures: pictures.length,
    }
    await recordAudit(db, { actor: null, action: 'demo.left', after })
    await atTheEnd(taken)
    return taken
  })
}
