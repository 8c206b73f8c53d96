import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../database/ids.ts'
import type { Env } from '../runtime/env.ts'

interface ComposedEmail {
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  html: string
  text: string
  /** Takes a POST (RFC 8058), for mail programs that have a button for it. */
  unsubscribeUrl?: string | undefined
  attachments?: { filename: string; content: Buffer; contentType: string }[]
}

export interface Mailer {
  /** Receivers recognise duplicates by `id`. */
  deliver(email: ComposedEmail, id: string, kind: string): Promise<void>
}

const PATIENCE_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Emails leave by the server that is set when each is sent, or become files where none is, newest last by name. */
export function createMailer(
  { mail, dataDir }: Pick<Env, 'mail' | 'dataDir'>,
  findServer: () => Promise<Env['mail']> = async () => mail,
): Mailer {
  const folder = join(dataDir, 'mail')
  let open: { url: string | undefined; transport: ReturnType<typeof openTransport> } | undefined

  function transportTo(url: string | undefined) {
    if (!open || open.url !== url) {
      open?.transport.then(
        former => former.close(),
        () => {},
      )
      open = { url, transport: openTransport(url) }
    }
    return open.transport
  }

  return {
    async deliver({ unsubscribeUrl, ...email }, id, kind) {
      const { smtpUrl, from: sender } = await findServer()
      const isNamed = sender === undefined || sender.includes('<')
      const from = isNamed ? (sender ?? email.from) : { ...email.from, address: sender }
      const host = /@([^\s>]+)/.exec(typeof from === 'string' ? from : from.address)?.[1] ?? 'localhost'
      const { message } = await (await transportTo(smtpUrl)).sendMail({
        ...email,
        from,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      if (!(message instanceof Uint8Array)) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, `${newId()}-${kind}.eml`), message, { mode: 0o600 })
    },
  }
}

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The transport takes 20 MB of memory, which operator commands without emails do not need. */
async function openTransport(url: string | undefined) {
  const { createTransport } = await import('nodemailer')
  return url
    ? createTransport({ url, ...PATIENCE_MS })
    : createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
}
