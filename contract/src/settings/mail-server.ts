import { z } from 'zod'
import { ownerProof } from '../accounts/security.ts'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { email, line, notAnObject, number, oneOf } from '../shared/fields.ts'

const notAHost = 'This is a name such as mail.example.com.'
const hasNoPort = (host: string) => !/\.\d+$/.test(host) || z.ipv4().safeParse(host).success
const host = line({ max: 253 }).pipe(
  z
    .string()
    .regex(/^[\w.-]+$/, notAHost)
    .refine(hasNoPort, notAHost),
)

/** How the connection is kept secret; without, a password would be sent in the open. */
export const mailSecurity = { tls: 'TLS (port 465)', starttls: 'STARTTLS (port 587)', none: 'None' } as const

const securities = Object.keys(mailSecurity) as [keyof typeof mailSecurity]

const optionalText = (max: number) =>
  z.preprocess(typed => (typed === '' ? undefined : typed), line({ max }).optional())

export const mailServerInput = z.object(
  {
    host,
    port: number({ min: 1, max: 65_535 }).pipe(z.number().int('This must be a whole number.')),
    security: oneOf(securities),
    user: optionalText(200),
    secret: optionalText(500),
    from: email,
    ...ownerProof.shape,
  },
  notAnObject,
)

const mailServer = z.object({
  /** environment: SMTP_URL · environment-files: MAIL=file; both outweigh what is entered here · none: no server is set. */
  source: z.enum(['environment', 'environment-files', 'dashboard', 'none']),
  /** Whether emails wait where none is set, as in a live shop. Elsewhere they become files. */
  keepsWaiting: z.boolean(),
  /** Emails that could not be sent, and the last refusal. */
  unsent: z.object({ count: z.number(), refusal: z.string() }).nullable(),
  saved: z
    .object({
      host: z.string(),
      port: z.string(),
      security: oneOf(securities),
      user: z.string(),
      from: z.string(),
      savedAt: z.iso.datetime(),
      /** False when the key that opens the password has changed: it has to be entered again. */
      isReadable: z.boolean(),
    })
    .nullable(),
})
export type MailServer = z.output<typeof mailServer>

export const mailServerCalls = {
  'GET /settings/mail': { access: 'admin', response: { 200: envelope(mailServer) } },
  'PUT /settings/mail': { access: 'admin', body: mailServerInput, response: { 200: envelope(mailServer) } },
  'DELETE /settings/mail': {
    access: 'admin',
    body: z.object(ownerProof.shape, notAnObject),
    response: { 200: envelope(mailServer) },
  },
} as const satisfies Endpoints
