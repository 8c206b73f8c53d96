import { verify, type X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The headers that prove an event's origin. */
export interface Transmission {
  id: string
  time: string
  /** Base64. */
  signature: string
  certificateUrl: URL
  /** Ours, never the sender's. */
  webhookId: string
}

/** PayPal signs its event id, the time, the receiver and a checksum of the bytes (P5). */
export function isSignedBy(certificate: X509Certificate, signed: Transmission, body: Buffer): boolean {
  const message = Buffer.from(`${signed.id}|${signed.time}|${signed.webhookId}|${crc32(body)}`)
  return verify('RSA-SHA256', message, certificate.publicKey, Buffer.from(signed.signature, 'base64'))
}
