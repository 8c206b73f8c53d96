import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { codeOf, turnOnTwoFactor } from '../../test/two-factor.ts'
import { checkSecrets } from '../operate/checks.ts'
import { turnOffUnreadable } from '../operate/people.ts'
import { readEnv } from '../platform/runtime/env.ts'
import { hashPassword } from './passwords.ts'
import { refuseLostKey, seal, unseal } from './sealed-secrets.ts'

const shop = startShop()
const password = 'abcd1!'

async function enrolled() {
  const { id, email } = await shop.user({ password_hash: await hashPassword(password) })
  const as = await shop.signIn(id)
  return { id, email, ...(await turnOnTwoFactor(shop, as, password)) }
}

const stored = async (id: string) =>
  (await shop.db.selectFrom('two_factor').select('secret').where('user_id', '=', id).executeTakeFirstOrThrow()).secret

const logIn = (email: string, code: string) => shop.post('/auth/login', { email, password, code })
/** The environment as a new process reads it. */
const restarted = (more: Record<string, string> = {}) => readEnv({ DATA_DIR: shop.app.env.dataDir, ...more })
const keyFile = () => join(shop.app.env.dataDir, 'secret.key')

describe('the secret of an authenticator app', () => {
  it('is not readable in the database, and its key file is readable by its owner alone', async () => {
    const { id, email, secret } = await enrolled()

    expect(await stored(id)).toMatch(/^v1:/)
    expect(await stored(id)).not.toContain(secret)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(await logIn(email, codeOf(secret))).toMatchObject({ status: 200 })
  })

  it("opens neither in another account's row nor modified", () => {
    const env = restarted()
    const sealed = seal(env, 'a', 'SECRET')

    expect(unseal(restarted(), 'a', sealed)).toBe('SECRET')
    expect(unseal(env, 'b', sealed)).toBeUndefined()
    expect(unseal(env, 'a', `${sealed.slice(0, -4)}AAAA`)).toBeUndefined()
    expect(unseal(env, 'a', 'v1:')).toBeUndefined()
    expect(seal(env, 'a', 'SECRET')).not.toBe(sealed)
  })
})

describe('a changed key', () => {
  it('stops the start and is reported by the doctor, and a missing file is not replaced', async () => {
    await enrolled()
    const key = readFileSync(keyFile())

    const wrong = restarted({ SECRET_KEY: 'x'.repeat(32) })
    await expect(refuseLostKey(shop.db, wrong)).rejects.toThrow(
      /cannot be read with the key of SECRET_KEY.*--unreadable/,
    )
    expect(await checkSecrets(shop.db, wrong)).toMatchObject({ isFine: false })
    rmSync(keyFile())
    await expect(refuseLostKey(shop.db, restarted())).rejects.toThrow(/secret\.key\. Put back the key/)
    expect(() => statSync(keyFile())).toThrow()

    writeFileSync(keyFile(), key)
    await expect(refuseLostKey(shop.db, restarted())).resolves.toBeUndefined()
    expect(await checkSecrets(shop.db, restarted())).toMatchObject({ isFine: true })
  })

  it('is accepted once the operator has turned two-factor sign-in off for unreadable secrets', async () => {
    const { id, email } = await enrolled()
    const wrong = restarted({ SECRET_KEY: 'x'.repeat(32) })

    expect(await turnOffUnreadable(shop.db, wrong)).toBeGreaterThan(0)

    await expect(refuseLostKey(shop.db, wrong)).resolves.toBeUndefined()
    expect(await shop.post('/auth/login', { email, password })).toMatchObject({ status: 200, user: { _id: id } })
  })
})
