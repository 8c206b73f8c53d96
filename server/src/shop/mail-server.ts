import type { BodyOf, Calls, MailServer, mailSecurity } from '@mela/contract'
import { sql } from 'kysely'
import { beginProof, missingPassword, proveAdmin } from '../people/prove-owner.ts'
import { findDemoAdmin } from '../people/session-user.ts'
import type { Caller } from '../people/sessions.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid } from '../platform/http/errors.ts'
import { findUnsent, hurryEmails } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { deleteServiceKeys, findServiceKeys, saveServiceKeys } from './service-keys.ts'
import { modeOf, readSettings } from './settings.ts'

interface Parts {
  db: Database
  env: Env
}

/** What the environment says outweighs the dashboard. */
function sourceGiven({ mail, keepsEmails }: Env) {
  if (mail.smtpUrl !== undefined) return 'environment'
  return keepsEmails ? 'environment-files' : undefined
}

/** Never the password. */
export async function showMailServer({ db, env }: Parts): Promise<MailServer> {
  const saved = await findServiceKeys(db, env, 'mail')
  const source = sourceGiven(env) ?? (saved ? 'dashboard' : 'none')
  const keepsWaiting = await isLive({ db, env })
  const state: Omit<MailServer, 'saved'> = { source, keepsWaiting, unsent: await findUnsent(db) }
  if (!saved) return { ...state, saved: null }
  const { host = '', port = '', user = '', from = '' } = saved.shown
  const security = saved.shown.security as keyof typeof mailSecurity
  const isReadable = saved.keys !== undefined
  const savedAt = saved.savedAt.toISOString()
  return { ...state, saved: { host, port, security, user, from, savedAt, isReadable } }
}

const isLive = async ({ db, env }: Parts) => modeOf(env, await readSettings(db)) === 'live'

/** Saves the mail server, sealed: prove the owner → check → take the code → seal. A password that is left out stays as it was. */
export async function saveMailServer(
  { db, env }: Parts,
  caller: Caller,
  input: BodyOf<Calls['PUT /settings/mail']>,
): Promise<void> {
  const { password, code, secret: typed, ...server } = input
  const takeCode = await beginProof(db, env, caller.user, { password, code })
  if (await findDemoAdmin(db, env))
    throw conflict('A shop in demo mode takes no mail server here. Set SMTP_URL, or start it with SHOP_MODE=rehearsal.')
  const before = await findServiceKeys(db, env, 'mail')
  const { host, user } = server
  const isSame = user !== undefined && before?.shown.host === host && before.shown.user === user
  const secret = typed ?? (isSame ? before.keys?.secret : undefined)
  if (user !== undefined && secret === undefined) throw invalid({ secret: 'This is required.' })
  if (user === undefined && secret !== undefined) throw invalid({ user: 'This is required.' })
  if (secret !== undefined && server.security === 'none')
    throw invalid({ security: 'Without it, the password would be sent in the open.' })
  await takeCode()

  const shown = { ...server, port: String(server.port), user: user ?? '' }
  const keys = { ...shown, ...(secret !== undefined && { secret }) }
  await transact(db, async db => {
    await saveServiceKeys(db, env, 'mail', { keys, shown, caller })
    await sql`update first_steps set mail_tested_at = null`.execute(db)
    await hurryEmails(db)
  })
}

export async function removeMailServer(
  { db, env }: Parts,
  caller: Caller,
  proof: Pick<BodyOf<Calls['PUT /settings/mail']>, 'password' | 'code'>,
): Promise<void> {
  if (!(await proveAdmin(db, env, caller.user, proof))) throw missingPassword()
  await transact(db, db => deleteServiceKeys(db, 'mail', caller))
}

/** The environment's, else the one that staff entered. Throws when that cannot be opened, or a live shop has none: emails wait. */
export async function findMailServer({ db, env }: Parts): Promise<Env['mail']> {
  if (sourceGiven(env)) return env.mail
  const saved = await findServiceKeys(db, env, 'mail')
  if (!saved && (await isLive({ db, env }))) throw conflict('No mail server is set: emails wait for one.')
  if (!saved) return env.mail
  if (!saved.keys) throw conflict('The mail server that was entered cannot be opened with the present key.')
  return { smtpUrl: smtpUrlOf(saved.keys), from: saved.keys.from }
}

function smtpUrlOf({ host, port, security, user, secret }: Record<string, string>): string {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(secret ?? '')}@` : ''
  if (security === 'tls') return `smtps://${login}${host}:${port}/`
  // Not asked otherwise, the client begins STARTTLS where it is offered, and refuses a relay's own certificate.
  return `smtp://${login}${host}:${port}/?${security === 'starttls' ? 'requireTLS' : 'ignoreTLS'}=true`
}
