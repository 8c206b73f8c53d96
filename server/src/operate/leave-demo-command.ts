import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type FileStore, folderStore } from '../media/file-store.ts'
import { removeUnusedFiles } from '../media/media-library.ts'
import { providers } from '../payments/gateways/open-gateway.ts'
import { randomPassword } from '../people/passwords.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { keepShopClosed } from '../platform/database/shop-lock.ts'
import { transact } from '../platform/database/transact.ts'
import type { Env } from '../platform/runtime/env.ts'
import { needOfAdmin } from './opening.ts'
import { takeOutDemo } from './take-out-demo.ts'
import { OperatorError, say } from './with-shop.ts'

type TakenOut = Awaited<ReturnType<typeof takeOutDemo>>

class Rehearsed extends Error {
  readonly taken: TakenOut

  constructor(taken: TakenOut) {
    super('Nothing was taken out.')
    this.taken = taken
  }
}

export async function leaveDemoAskingFirst(db: Database, env: Env, isSure: boolean): Promise<void> {
  const preview = await previewLeaving(db)
  for (const line of summaryOf(preview)) say(line)
  if (!isSure && !(await isConfirmed())) throw new OperatorError('Nothing was taken out.')

  await leaveDemo(db, env, await folderStore(join(env.dataDir, 'media')))
  say('The shop has left the demo.')
  if (preview.isNeutral) say('It is closed: open it in the dashboard, under First steps, once it is yours.')
  const need = await needOfAdmin(db)
  if (need) say(`It has no admin now. ${need.cure}`)
}

function summaryOf(taken: TakenOut): string[] {
  const { people, demoted, pictures, renamedProducts, settings, texts, hadPassword, hadAccount, keys, isNeutral } =
    taken
  const { offers, orders, received, giftCards, reviews, products, categories } = taken
  return [
    'These go, and cannot be brought back:',
    `  ${people.length} people of the demo${people.length > 0 ? `: ${people.join(', ')}` : ''}`,
    `  ${orders} orders that no real money has paid, with their payments and refunds`,
    received.length > 0 &&
      `  among them those for which staff recorded money that arrived; return first what was really transferred: ${received.join(', ')}`,
    giftCards.length > 0 &&
      `  gift cards that such orders bought, or that the demo's admin or staff of theirs have made: ${giftCards.join(', ')}`,
    `  ${reviews} reviews`,
    `  ${products} products, ${pictures.length} pictures and ${categories} categories of the demo`,
    keys.length > 0 && `  the keys of ${keys.join(', ')}, which the demo's admin or staff of theirs have entered`,
    offers.length > 0 &&
      `  discounts and planned sales, which the demo's admin or staff of theirs were the last to write: ${offers.join(', ')}`,
    hadAccount && "  the ways to pay and the bank account, which the demo's admin or staff of theirs have set",
    hadPassword && "  the password for visitors of the closed shop, which the demo's admin or staff of theirs have set",
    isNeutral &&
      "  the demo's name, address, texts, colour and banner where nobody changed them: the shop is “My shop”, and closed",
    'Everything else stays.',
    demoted.length > 0 && `Made staff by the admin of the demo, so they stay as customers: ${demoted.join(', ')}`,
    demoted.length > 0 && '  Give a role to whom you know: npm run admin -- role --email … --role admin',
    renamedProducts.length > 0 && `Products of the demo that you renamed stay: ${renamedProducts.join(', ')}`,
    settings.length > 0 &&
      'Settings that the admin of the demo has changed, who may be anyone, or staff of theirs, stay. Look at them before you open:',
    ...settings.map(line => `  ${line}`),
    texts.length > 0 && 'What they were the last to write stays, too. Read it before you open:',
    ...texts.map(line => `  ${line}`),
  ].filter(line => line !== false)
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new OperatorError('Add --yes, or run this in a terminal to be asked.')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question('Take them out? Type yes: ')).trim().toLowerCase() === 'yes'
  } finally {
    lines.close()
  }
}

async function previewLeaving(db: Database): Promise<TakenOut> {
  try {
    return await takeOut(db, taken => Promise.reject(new Rehearsed(taken)))
  } catch (error) {
    if (error instanceof Rehearsed) return error.taken
    throw error
  }
}

/** One transaction deletes the demo's rows and all test orders; files follow. */
export async function leaveDemo(db: Database, env: Env, files: FileStore): Promise<TakenOut> {
  const taken = await takeOut(db, async () => {})
  for (const file of new Set(taken.pictures)) await removeUnusedFiles(db, files, file)
  for (const url of taken.avatars) await files.remove(basename(url))
  for (const { removeTestPayments } of Object.values(providers)) await removeTestPayments?.(env)
  return taken
}

async function takeOut(db: Database, atTheEnd: (taken: TakenOut) => Promise<void>): Promise<TakenOut> {
  const unusablePassword = await randomPassword()
  return transact(db, async (db, invalidate) => {
    if (!(await keepShopClosed(db))) throw new OperatorError('The shop is open. Stop it first, then run this again.')
    const taken = await takeOutDemo(db, unusablePassword)
    invalidate('catalog', 'shop')
    const { people, demoted, pictures, giftCards, orders, reviews, products, categories } = taken
    const lengths = { people: people.length, demoted: demoted.length, pictures: pictures.length }
    const after = { ...lengths, giftCards: giftCards.length, orders, reviews, products, categories }
    await recordAudit(db, { actor: null, action: 'demo.left', after })
    await atTheEnd(taken)
    return taken
  })
}
