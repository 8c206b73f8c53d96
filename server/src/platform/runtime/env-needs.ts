export const PAYPAL = ['PAYPAL_ENVIRONMENT', 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const

export interface Need {
  problem: string
  cure: string
}

type Given = {
  [Name in (typeof PAYPAL)[number] | 'PUBLIC_URL' | 'SMTP_URL' | 'MAIL_FROM' | 'MAIL']?: string | undefined
} & {
  SHOP_MODE: 'demo' | 'rehearsal' | 'live'
  TRUST_PROXY?: number | undefined
}

/** A live or rehearsal shop needs these settings (docs/decisions/0020), a demo none. */
export function listNeeds(env: Given): Need[] {
  if (env.SHOP_MODE === 'demo') return []
  const needs = [needOfKeys(env), needOfEnvironment(env), needOfAddress(env), needOfProxy(env), needOfMail(env)]
  return needs.filter(need => need !== undefined)
}

function needOfKeys(env: Given): Need | undefined {
  const missing = PAYPAL.filter(name => env[name] === undefined)
  if (missing.length === 0) return undefined
  const problem = `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.`
  return { problem, cure: 'Take them from your app at https://developer.paypal.com/dashboard/applications' }
}

function needOfEnvironment({ SHOP_MODE, PAYPAL_ENVIRONMENT }: Given): Need | undefined {
  if (SHOP_MODE === 'live' && PAYPAL_ENVIRONMENT === 'sandbox')
    return {
      problem: 'PAYPAL_ENVIRONMENT is sandbox, and a live shop takes real money.',
      cure: 'Set PAYPAL_ENVIRONMENT=live with the live keys; to try everything with sandbox keys, set SHOP_MODE=rehearsal',
    }
  if (SHOP_MODE === 'rehearsal' && PAYPAL_ENVIRONMENT === 'live')
    return {
      problem: 'PAYPAL_ENVIRONMENT is live, and no real money moves in a rehearsal.',
      cure: 'Set PAYPAL_ENVIRONMENT=sandbox with the sandbox keys; to take real money, set SHOP_MODE=live',
    }
  return undefined
}

const OWN_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** A rehearsal on the operator's own machine needs no https, and no address of its own. */
function needOfAddress({ SHOP_MODE, PUBLIC_URL }: Given): Need | undefined {
  const { protocol, hostname } = new URL(PUBLIC_URL ?? 'http://localhost')
  if (protocol === 'https:' || (SHOP_MODE === 'rehearsal' && OWN_MACHINE.test(hostname))) return undefined
  const problem = PUBLIC_URL === undefined ? 'PUBLIC_URL is not set.' : `PUBLIC_URL is ${PUBLIC_URL}, without https.`
  return { problem, cure: 'Set PUBLIC_URL=https://… to the address that customers open' }
}

/** Limits count network addresses, and an https address means a proxy in front of the shop. */
function needOfProxy({ PUBLIC_URL, TRUST_PROXY }: Given): Need | undefined {
  if (TRUST_PROXY !== undefined || !PUBLIC_URL?.startsWith('https:')) return undefined
  return {
    problem: 'TRUST_PROXY is not set, so all visitors would count as one network address and share its limits.',
    cure: 'Set TRUST_PROXY=on, or how many proxies stand in front; off where nothing does',
  }
}

function needOfMail({ SMTP_URL, MAIL_FROM, MAIL }: Given): Need | undefined {
  if (SMTP_URL !== undefined && MAIL_FROM === undefined) {
    return { problem: 'MAIL_FROM is not set: emails need a sender.', cure: 'Set MAIL_FROM=Name <shop@example.com>' }
  }
  if (SMTP_URL !== undefined || MAIL !== undefined) return undefined
  return {
    problem: 'SMTP_URL is not set, so customers would get no email.',
    cure: 'Set SMTP_URL and MAIL_FROM; to keep emails as files in the data folder on purpose, set MAIL=file',
  }
}

export function checklist(mode: string, needs: readonly Need[]): string {
  const lines = needs.map(({ problem, cure }) => `  [ ] ${problem}\n      ${cure}\n`)
  return `The shop does not open with SHOP_MODE=${mode} before this is done:\n\n${lines.join('\n')}`
}
