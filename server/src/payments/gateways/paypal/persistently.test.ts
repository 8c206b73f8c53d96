import { describe, expect, it } from 'vitest'
import { GatewayError } from '../gateway.ts'
import { persistently } from './persistently.ts'

const lost = new GatewayError('ambiguous', 'ECONNRESET')
const badKeys = new GatewayError('config', 'invalid_client')
const refusal = new GatewayError('rejected', 'CAPTURE_FULLY_REFUNDED')

const meeting = (...errors: GatewayError[]) =>
  persistently(async () => {
    const error = errors.shift()
    if (error) throw error
    return 'done'
  })

describe('a retried call', () => {
  it('succeeds after a lost answer', async () => {
    expect(await meeting(lost)).toBe('done')
  })

  it('is ambiguous when the keys are wrong after a lost answer, and wrong when they are wrong at first', async () => {
    await expect(meeting(lost, badKeys)).rejects.toBe(lost)
    await expect(meeting(badKeys)).rejects.toBe(badKeys)
  })

  it('is refused by a definite answer, also after a lost one', async () => {
    await expect(meeting(lost, refusal)).rejects.toBe(refusal)
  })
})
