import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shop.ts'
import { shopOf } from './shops.ts'

/** The path of the link in the newest email of a kind to this address, once it has arrived. */
export async function linkInEmail(email: string, kind: string, page: string): Promise<string> {
  const { dataDir } = shopOf(test.info().parallelIndex)
  let link: string | undefined
  await expect
    .poll(
      async () => {
        link = new RegExp(`https?://[^/\\s]+(${page}\\S*)`).exec(await newestEmail(email, kind, dataDir))?.[1]
        return link
      },
      { message: `an email ${kind} to ${email}`, timeout: 15_000 },
    )
    .toBeTruthy()
  return link ?? ''
}

/** Emails are files in the data folder, newest last by name. */
export async function newestEmail(email: string, kind: string, dataDir: string): Promise<string> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith(`-${kind}.eml`)).sort()
  for (const name of names.reverse()) {
    const source = unquoted(await readFile(join(folder, name), 'utf8'))
    if (source.includes(`<${email}>`) || /^To: (.*)$/m.exec(source)?.[1]?.trim() === email) return source
  }
  return ''
}

/** Decodes quoted-printable text, but only the escapes that occur in links. */
const unquoted = (source: string) => source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
