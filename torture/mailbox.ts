import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const TO_SPEND = '@spenders.example'

/** A bought card is spent only where its order stays paid: one that was spent keeps its order from being returned. */
export const giftAddress = (name: string, isToSpend: boolean) => `${name}${isToSpend ? TO_SPEND : '@keepers.example'}`

/** The codes of the gift cards that may be spent, as their emails say. */
export async function readGiftCodes(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('-gift-card.eml'))
  const emails = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  const toSpend = emails.filter(email => email.includes(TO_SPEND))
  return [...new Set(toSpend.flatMap(email => /\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/.exec(email)?.[0] ?? []))]
}
