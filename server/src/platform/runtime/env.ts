import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { email, passwordPattern } from '@mela/contract'
import { z } from 'zod'

export const DEMO_ADMIN = { email: 'admin@example.com', password: 'mela@demo1' }

const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message).optional()
const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

const schema = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    WEB_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(1),
    PUBLIC_URL: z.url().optional(),
    DATA_DIR: z.string().default('./data'),
    SECRET_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
    // Not z.url(): the form for a socket has no host.
    DATABASE_URL: matching(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
    DATABASE_READ_URL: matching(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
    SHOP_MODE: z.enum(['demo', 'rehearsal', 'live']).default('demo'),
    DEMO_ADMIN_EMAIL: email.default(DEMO_ADMIN.email),
    DEMO_ADMIN_PASSWORD: z
      .string()
      .trim()
      .regex(passwordPattern, 'must have 6 to 128 letters, digits and signs of @$!%*#?&, at least one of each')
      .default(DEMO_ADMIN.password),
    PAYPAL_ENVIRONMENT: z.enum(['sandbox', 'live']).optional(),
    PAYPAL_CLIENT_ID: z.string().min(1).optional(),
    PAYPAL_CLIENT_SECRET: z.string().min(1).optional(),
    PAYPAL_WEBHOOK_ID: z.string().min(1).optional(),
    PAYPAL_MERCHANT_ID: matching(/^[A-Z0-9]{13}$/, 'is the 13 letters and digits in the account settings of PayPal'),
    STRIPE_SECRET_KEY: matching(/^[sr]k_(test|live)_\w+$/, 'begins with sk_test_, sk_live_, rk_test_ or rk_live_'),
    STRIPE_WEBHOOK_SECRET: matching(/^whsec_\w+$/, 'begins with whsec_'),
    STRIPE_ACCOUNT_ID: matching(/^acct_\w+$/, 'begins with acct_'),
    // The mailer would print an address that it cannot read, with the password.
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://', abort: true })
      .refine(
        url => URL.canParse(url) && /^[^/]+\/\/([^/?#]*@)?[^@]*$/.test(url),
        'is no address: in its password, write / as %2F, # as %23 and ? as %3F',
      )
      .optional(),
    MAIL: z.enum(['file']).optional(),
    MAIL_FROM: matching(/^[^\r\n<>]*(<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'is not an address'),
    ORDER_TTL_SECONDS: z.coerce.number().int().min(1).default(1800),
    AVIF: z.stringbool().default(true),
    API_DOCS: z.stringbool().optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    // 'on' is one proxy.
    TRUST_PROXY: z.stringbool().transform(Number).or(z.coerce.number().int().min(2).max(9)).optional(),
    CDN: z.string().optional(),
    RATE_LIMIT: z.stringbool().default(true),
    RATE_LIMIT_FAILED_LOGINS: limit(10),
    RATE_LIMIT_FAILED_LOGINS_PER_ACCOUNT: limit(100),
    RATE_LIMIT_FAILED_LOGINS_PER_ADDRESS: limit(200),
    RATE_LIMIT_CALLS: limit(600),
    RATE_LIMIT_CALLS_AT_ONCE: limit(32),
    RATE_LIMIT_PAGES: limit(120),
    RATE_LIMIT_SEARCHES: limit(300),
    RATE_LIMIT_REGISTRATIONS: limit(60),
    RATE_LIMIT_EMAILS: limit(30),
    RATE_LIMIT_REVIEWS: limit(30),
    RATE_LIMIT_UPLOADS: limit(120),
    RATE_LIMIT_SHARES: limit(30),
    RATE_LIMIT_FIGURES: limit(60),
    RATE_LIMIT_WEBHOOKS: limit(300),
    RATE_LIMIT_PAYMENTS: limit(60),
    RATE_LIMIT_PAYMENT_CHECKS: limit(60),
    RATE_LIMIT_OPEN_ORDERS: limit(3),
    RATE_LIMIT_ORDERS: limit(10),
    RATE_LIMIT_UNITS: limit(50),
    RATE_LIMIT_UNITS_IN_ALL: limit(100),
  })
  .superRefine((env, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (env.DATABASE_READ_URL && !env.DATABASE_URL)
      problem('DATABASE_READ_URL', 'is a replica of DATABASE_URL, which is missing')
    if (env.SHOP_MODE === 'demo') {
      for (const { name, variables } of listProviders(env)) {
        for (const variable of variables.filter(name => env[name] === undefined))
          problem(variable, `is missing: ${name} needs ${variables.join(', ')} together`)
      }
      if (env.PAYPAL_ENVIRONMENT === 'live')
        problem('PAYPAL_ENVIRONMENT', 'live takes real money: it needs SHOP_MODE=live')
      if (isLiveStripe(env)) problem('STRIPE_SECRET_KEY', 'of live mode takes real money: it needs SHOP_MODE=live')
      if (env.SMTP_URL && !env.MAIL_FROM) problem('MAIL_FROM', 'is missing: emails need a sender')
    }
    if (env.SMTP_URL && env.MAIL) problem('MAIL', 'file means no mail server: leave out MAIL or SMTP_URL')
  })

export type Env = ReturnType<typeof readEnv>

/** Every problem is reported at once. Empty variables count as absent. */
export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new Error(`The environment is not complete:\n${problems.join('\n')}`)
  }

  const env = parsed.data
  return {
    port: env.PORT,
    host: env.HOST,
    workers: env.WEB_CONCURRENCY,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    /** A shop on a local machine has several names, where none is set. */
    hasPublicUrl: env.PUBLIC_URL !== undefined,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    /** A key file in the data folder seals secrets where none is set. */
    secretKey: env.SECRET_KEY,
    mode: env.SHOP_MODE,
    /** `main.ts` refuses to open while settings are lacking; operator commands still work. */
    needs: listNeeds(env),
    /** What a live shop would lack. */
    liveNeeds: listNeeds({ ...env, SHOP_MODE: 'live' }),
    demoAdmin: { email: env.DEMO_ADMIN_EMAIL, password: env.DEMO_ADMIN_PASSWORD },
    paypal:
      env.PAYPAL_ENVIRONMENT && env.PAYPAL_CLIENT_ID && env.PAYPAL_CLIENT_SECRET && env.PAYPAL_WEBHOOK_ID
        ? {
            environment: env.PAYPAL_ENVIRONMENT,
            clientId: env.PAYPAL_CLIENT_ID,
            clientSecret: env.PAYPAL_CLIENT_SECRET,
            webhookId: env.PAYPAL_WEBHOOK_ID,
            merchantId: env.PAYPAL_MERCHANT_ID,
          }
        : undefined,
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            environment: isLiveStripe(env) ? ('live' as const) : ('sandbox' as const),
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            accountId: env.STRIPE_ACCOUNT_ID,
          }
        : undefined,
    /** Test payments only go to the shop's own emulators, under keys that are new at every start. */
    testPaypal: { clientId: `TEST-${randomBytes(12).toString('hex')}`, clientSecret: randomBytes(24).toString('hex') },
    testStripe: {
      secretKey: `sk_test_${randomBytes(24).toString('hex')}`,
      webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    },
    /** The sender, which the settings name otherwise. Emails become files where no server is set, and wait in a live shop. */
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    /** They do so on purpose, whatever mail server the dashboard has. */
    keepsEmails: env.MAIL === 'file',
    orderTtlSeconds: env.ORDER_TTL_SECONDS,
    makesAvif: env.AVIF,
    logLevel: env.LOG_LEVEL,
    apiDocs: env.API_DOCS ?? env.SHOP_MODE === 'demo',
    /** Each proxy in front appends its client's address. */
    proxies: env.TRUST_PROXY ?? 0,
    /** Answers name their cache tags for a CDN. */
    cdn: env.CDN,
    /** Counted in 15 minutes, at one account from one address; in every mode. */
    failedLogins: env.RATE_LIMIT_FAILED_LOGINS,
    /** Counted in a day, at one account from all unknown devices. */
    failedLoginsPerAccount: env.RATE_LIMIT_FAILED_LOGINS_PER_ACCOUNT,
    /** Counted in an hour, from one address at all accounts. */
    failedLoginsPerAddress: env.RATE_LIMIT_FAILED_LOGINS_PER_ADDRESS,
    /** Per minute or hour as the route says; no limits in demo mode. */
    limits:
      env.SHOP_MODE !== 'demo' && env.RATE_LIMIT
        ? {
            calls: env.RATE_LIMIT_CALLS,
            callsAtOnce: env.RATE_LIMIT_CALLS_AT_ONCE,
            pages: env.RATE_LIMIT_PAGES,
            searches: env.RATE_LIMIT_SEARCHES,
            webhooks: env.RATE_LIMIT_WEBHOOKS,
            payments: env.RATE_LIMIT_PAYMENTS,
            /** A pay page asks for the outcome; counted by account. */
            paymentChecks: env.RATE_LIMIT_PAYMENT_CHECKS,
            registrations: env.RATE_LIMIT_REGISTRATIONS,
            emails: env.RATE_LIMIT_EMAILS,
            reviews: env.RATE_LIMIT_REVIEWS,
            uploads: env.RATE_LIMIT_UPLOADS,
            figures: env.RATE_LIMIT_FIGURES,
            shares: env.RATE_LIMIT_SHARES,
          }
        : undefined,
    orderLimits:
      env.SHOP_MODE !== 'demo' && env.RATE_LIMIT
        ? {
            openOrders: env.RATE_LIMIT_OPEN_ORDERS,
            ordersFromAddress: env.RATE_LIMIT_ORDERS,
            units: env.RATE_LIMIT_UNITS,
            unitsInAll: env.RATE_LIMIT_UNITS_IN_ALL,
          }
        : undefined,
  }
}

const PAYPAL = ['PAYPAL_ENVIRONMENT', 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const

const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

type Variables = z.output<typeof schema>

/** The providers of which a variable is set, with those that they need together. */
const listProviders = (env: Partial<Variables>) =>
  [
    {
      name: 'PayPal',
      variables: PAYPAL,
      source: 'Take them from your app at https://developer.paypal.com/dashboard/applications',
    },
    {
      name: 'Stripe',
      variables: STRIPE,
      source: 'Take them from API keys and Webhooks at https://dashboard.stripe.com/developers',
    },
  ].filter(({ variables }) => variables.some(name => env[name] !== undefined))

const isLiveStripe = ({ STRIPE_SECRET_KEY: key = '' }: Partial<Variables>) => /^[sr]k_live_/.test(key)

export interface Need {
  problem: string
  cure: string
  /** What the owner may enter in the dashboard instead. */
  instead?: 'payments' | 'mail'
}

const OWN_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** A live or rehearsal shop needs these settings (docs/decisions/0020), a demo none. */
function listNeeds(env: z.output<typeof schema>): Need[] {
  const { SHOP_MODE, PUBLIC_URL, SMTP_URL } = env
  if (SHOP_MODE === 'demo') return []
  const needs: Need[] = []
  const demand = (isLacking: boolean, problem: string, cure: string, instead?: Need['instead']) =>
    isLacking && needs.push({ problem, cure, ...(instead && { instead }) })

  const providers = listProviders(env)
  demand(
    providers.length === 0,
    `No ${SHOP_MODE === 'live' ? 'live' : 'sandbox'} keys of a payment provider were entered, so nobody could pay.`,
    `Enter them or offer a way without a provider in the dashboard, Settings, Payments, or set ${PAYPAL.join(', ')} for PayPal, ${STRIPE.join(', ')} for Stripe`,
    'payments',
  )
  for (const { variables, source } of providers) {
    const missing = variables.filter(name => env[name] === undefined)
    demand(missing.length > 0, `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.`, source)
  }
  demand(
    SHOP_MODE === 'live' && env.PAYPAL_ENVIRONMENT === 'sandbox',
    'PAYPAL_ENVIRONMENT is sandbox, and a live shop takes real money.',
    'Set PAYPAL_ENVIRONMENT=live with the live keys; to try everything with sandbox keys, set SHOP_MODE=rehearsal',
  )
  demand(
    SHOP_MODE === 'rehearsal' && env.PAYPAL_ENVIRONMENT === 'live',
    'PAYPAL_ENVIRONMENT is live, and no real money moves in a rehearsal.',
    'Set PAYPAL_ENVIRONMENT=sandbox with the sandbox keys; to take real money, set SHOP_MODE=live',
  )
  const hasTestKey = env.STRIPE_SECRET_KEY !== undefined && !isLiveStripe(env)
  demand(
    SHOP_MODE === 'live' && hasTestKey,
    'STRIPE_SECRET_KEY is of test mode, and a live shop takes real money.',
    'Set the key that begins with sk_live_; to try everything with the test key, set SHOP_MODE=rehearsal',
  )
  demand(
    SHOP_MODE === 'rehearsal' && isLiveStripe(env),
    'STRIPE_SECRET_KEY is of live mode, and no real money moves in a rehearsal.',
    'Set the key that begins with sk_test_; to take real money, set SHOP_MODE=live',
  )
  const { protocol, hostname } = new URL(PUBLIC_URL ?? 'http://localhost')
  const isHttps = protocol === 'https:'
  demand(
    // A rehearsal on the operator's own machine needs no https, and no address of its own.
    !isHttps && !(SHOP_MODE === 'rehearsal' && OWN_MACHINE.test(hostname)),
    PUBLIC_URL === undefined ? 'PUBLIC_URL is not set.' : `PUBLIC_URL is ${PUBLIC_URL}, without https.`,
    'Set PUBLIC_URL=https://… to the address that customers open',
  )
  demand(
    // An https address means a proxy in front of the shop.
    isHttps && env.TRUST_PROXY === undefined,
    'TRUST_PROXY is not set, so all visitors would count as one network address and share its limits.',
    'Set TRUST_PROXY=on, or how many proxies stand in front; off where nothing does',
  )
  demand(
    SMTP_URL !== undefined && env.MAIL_FROM === undefined,
    'MAIL_FROM is not set: emails need a sender.',
    'Set MAIL_FROM=Name <shop@example.com>',
  )
  demand(
    SMTP_URL === undefined && env.MAIL === undefined,
    'No mail server is set, so emails would wait, and be lost after ten hours.',
    'Enter it in the dashboard, Settings, Shop, or set SMTP_URL and MAIL_FROM; to keep emails as files in the data folder on purpose, set MAIL=file',
    'mail',
  )
  return needs
}
