import { LINES_OF_SITE } from '../http/network-address.ts'
import type { Env } from '../runtime/env.ts'
import type { AttemptLimit } from './limit-attempts.ts'

export interface AttemptCounter extends AttemptLimit {
  subject: string[]
  /** A success proves the caller's identity: earlier failures are reset. */
  isForgiven: boolean
  isRecorded: boolean
  remedy?: string
}

const FAST_SECONDS = 15 * 60
const HOUR = 3600
const DAY = 24 * HOUR

type Limits = Pick<Env, 'failedLogins' | 'failedLoginsPerAccount' | 'failedLoginsPerAddress'>

/** A known device counts separately, so that other people cannot lock its owner out. */
export function loginCounters(
  limits: Limits,
  { email, address, site, device }: { email: string; address: string; site: string; device: string | undefined },
): AttemptCounter[] {
  if (device) return ofDevice(limits, 'login', device)
  return [
    ...accountCounters(limits, { email, address }),
    ofNetwork(['logins', address], limits.failedLoginsPerAddress),
    ofNetwork(['logins', 'site', site], limits.failedLoginsPerAddress * LINES_OF_SITE),
  ]
}

export function visitorCounters(
  limits: Limits,
  { address, site }: { address: string; site: string },
): AttemptCounter[] {
  return [
    { subject: ['visitors', address], ...fast(limits), isForgiven: true, isRecorded: false },
    ofNetwork(['visitors', 'hour', address], limits.failedLoginsPerAddress),
    ofNetwork(['visitors', 'site', site], limits.failedLoginsPerAddress * LINES_OF_SITE),
  ]
}

const ofNetwork = (subject: string[], most: number): AttemptCounter => ({
  subject,
  most,
  seconds: HOUR,
  isForgiven: false,
  isRecorded: false,
})

export function accountCounters(
  limits: Limits,
  { email, address }: { email: string; address: string },
): AttemptCounter[] {
  return [
    { subject: ['login', email, address], ...fast(limits), isForgiven: true, isRecorded: true },
    {
      subject: ['login from anywhere', email],
      ...slow(limits),
      isForgiven: false,
      isRecorded: true,
      remedy: ', or choose a new password by email',
    },
  ]
}

/** The caller holds the session or the password, so no address counts. */
export function proofCounters(
  limits: Limits,
  what: 'password' | 'code',
  { userId, device }: { userId: string; device: string | undefined },
): AttemptCounter[] {
  if (device) return ofDevice(limits, what, device)
  return [
    { subject: [what, userId], ...fast(limits), isForgiven: true, isRecorded: true },
    { subject: [what, 'slow', userId], ...slow(limits), isForgiven: false, isRecorded: true },
  ]
}

const ofDevice = (limits: Limits, what: string, device: string): AttemptCounter[] => [
  { subject: [what, 'device', device], ...fast(limits), isForgiven: true, isRecorded: true },
  { subject: [what, 'device', 'slow', device], ...slow(limits), isForgiven: true, isRecorded: true },
]

const fast = ({ failedLogins }: Limits): AttemptLimit => ({ most: failedLogins, seconds: FAST_SECONDS })
const slow = ({ failedLoginsPerAccount }: Limits): AttemptLimit => ({ most: failedLoginsPerAccount, seconds: DAY })
